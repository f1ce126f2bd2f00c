"""The token table of any family: its true size, or none where there is no such table."""

import json

import pytest
import torch
from transformers import CONFIG_MAPPING
from transformers.initialization import no_init_weights
from transformers.models.auto.modeling_auto import MODEL_MAPPING

from embedcore.parameters import embedding_only

# Families that this library cannot count, whose table is as wide as the model or narrower, may be
# inside, or is none (None: transformers has no table of tokens in it).
TABLES = {
    "albert": 30_000 * 128,
    "electra": 30_522 * 128,
    "mobilebert": 30_522 * 128,
    "rembert": 250_300 * 256,
    "roformer": 50_000 * 768,
    "mamba": 50_280 * 768,
    "bart": 50_265 * 1024,
    "xlm": 30_145 * 2048,
    "whisper": 51_865 * 384,
    "llava": 32_000 * 4096,
    "qwen2_vl": 152_064 * 8192,
    "ovis2": 151_936 * 4096,
    "blip-2": 50_272 * 768,
    "clip_text_model": 49_408 * 512,
}
NO_TABLES = ("wav2vec2", "wavlm", "hubert", "sew", "unispeech", "data2vec-audio", "beit")


def built(model_type: str) -> torch.nn.Module:
    """The family's bare model, as transformers builds it without any sizes given."""
    known = CONFIG_MAPPING[model_type]
    with torch.device("meta"), no_init_weights():
        return MODEL_MAPPING[known](known())


def written(model_type: str) -> dict:
    """The config.json that transformers writes for it."""
    return json.loads(CONFIG_MAPPING[model_type]().to_json_string(use_diff=False))


@pytest.mark.parametrize("model_type", TABLES)
def test_the_table_of_other_families_is_that_of_transformers(model_type):
    table = built(model_type).get_input_embeddings().weight
    assert embedding_only(written(model_type)) == table.numel() == TABLES[model_type]


@pytest.mark.parametrize("model_type", NO_TABLES)
def test_models_of_speech_and_images_have_no_table(model_type):
    config, modules = written(model_type), built(model_type).modules()
    tables = [each for each in modules if isinstance(each, torch.nn.Embedding)]
    assert config.get("vocab_size") not in [table.num_embeddings for table in tables]
    assert embedding_only(config) is None
    assert embedding_only({"model_type": model_type, "vocab_size": 32, "hidden_size": 768}) is None


@pytest.mark.parametrize(
    ("config", "rows", "width"),
    [
        # As published: ELECTRA small and the generator of its base model, ALBERT xxlarge, ChatGLM.
        ({"vocab_size": 21_128, "embedding_size": 128, "hidden_size": 256}, 21_128, 128),
        ({"vocab_size": 21_128, "embedding_size": 768, "hidden_size": 192}, 21_128, 768),
        ({"vocab_size": 30_000, "embedding_size": 128, "hidden_size": 4096}, 30_000, 128),
        ({"vocab_size": 9, "padded_vocab_size": 65_024, "hidden_size": 4096}, 65_024, 4096),
        ({"vocab_size": 1000, "embedding_size": None, "hidden_size": 64}, 1000, 64),
        ({"vocab_size": 1000, "additional_vocab_size": 128, "hidden_size": 64}, 1128, 64),
        # Llama 4, Qwen2.5-Omni, DeepSeek-VL: inside, and what is inside counts more.
        ({"text_config": {"vocab_size": 202_048, "hidden_size": 5120}}, 202_048, 5120),
        ({"thinker_config": {"text_config": {"vocab_size": 7, "hidden_size": 3}}}, 7, 3),
        ({"language_config": {"vocab_size": 7, "hidden_size": 3}, "hidden_size": 9}, 7, 3),
        (
            {"vocab_size": 5, "hidden_size": 9, "text_config": {"vocab_size": 7, "hidden_size": 3}},
            7,
            3,
        ),
        ({"vocab_size": 5, "hidden_size": 9, "text_config": {"model_type": "llama"}}, 5, 9),
        ({"vocab_size": 5, "hidden_size": 9, "text_config": "none"}, 5, 9),
        # Llama 3.2 Vision keeps eight rows for the image.
        (
            {
                "text_config": {
                    "model_type": "mllama_text_model",
                    "vocab_size": 128_256,
                    "hidden_size": 4096,
                }
            },
            128_264,
            4096,
        ),
    ],
)
def test_the_rows_and_the_width_of_a_table(config, rows, width):
    assert embedding_only({"model_type": "unheard-of", **config}) == rows * width
    assert embedding_only(config) == rows * width


@pytest.mark.parametrize("width", ["hidden_size", "d_model", "n_embd"])
def test_embedding_of_an_unknown_family(width):
    assert embedding_only({"model_type": "new", "vocab_size": 1000, width: 64}) == 64_000
    assert embedding_only({"vocab_size": 1000, width: 64}) == 64_000


@pytest.mark.parametrize(
    "config",
    [
        None,
        [],
        {},
        {"vocab_size": 1000},
        {"hidden_size": 64},
        {"vocab_size": "1000", "hidden_size": 64},
        {"vocab_size": 1000, "hidden_size": -64},
        {"vocab_size": 10**400, "hidden_size": 64},
        {"vocab_size": True, "hidden_size": 64},
        {"vocab_size": 1000, "hidden_size": 1e30},
    ],
)
def test_no_embedding_is_made_up(config):
    assert embedding_only(config) is None
