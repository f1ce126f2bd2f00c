"""The token embedding of a model whose family is not known here, read off its config alone."""

from embedcore.parameters.reading import ConfigError, ConfigReader

ROWS = ("padded_vocab_size", "vocab_size")
"""What configs call the number of rows; a padded one is what is built (ChatGLM)."""

MORE_ROWS = "additional_vocab_size"  # rows on top, for tokens that came later (IDEFICS, Molmo)

WIDTHS = (
    "embedding_size",  # ALBERT, ELECTRA: rows narrower than the model (Lan et al. 2020)
    "input_embedding_size",  # RemBERT (Chung et al. 2021)
    "word_embed_proj_dim",  # OPT
    "emb_dim",  # XLM
    "hidden_size",
    "d_model",
    "n_embd",
    "dim",
    "embed_dim",
)
"""What configs call the width of a row, the one that is meant for the table alone first."""

TEXT_PARTS = ("text_config", "language_config", "llm_config", "thinker_config", "vlm_config")
"""Where the config of a model that sees or hears keeps that of its language model."""

SPEECH_FIELDS = ("num_conv_pos_embeddings", "feat_extract_activation")
"""Fields of models that read sound waves, as wav2vec 2.0 does: their vocabulary is only written."""

SPEECH = {"data2vec-audio", "gemma3n_audio", "granite_speech5_encoder", "hubert", "mctct", "sew"}
SPEECH |= {"sew-d", "speecht5", "unispeech", "unispeech-sat", "voxtral_encoder", "wavlm"}
SPEECH |= {"voxtral_realtime_encoder", "wav2vec2", "wav2vec2-bert", "wav2vec2-conformer"}
SPEECH |= {"nemotron3_5_transcribe_word_timestamp"}
IMAGES = {"beit", "deepseek_ocr2_encoder", "flava_image_codebook", "flava_image_model"}
IMAGES |= {"blip_2_qformer", "instructblip_qformer", "instructblipvideo_qformer", "ovis2_vision"}
# Rows for other things beside those for tokens, or a table for text and one for speech.
OTHERS = {"clvp", "cpmant", "csm", "csm_depth_decoder_model", "decision_transformer", "neomme"}
OTHERS |= {"kyutai_speech_to_text"}

NO_TABLE = frozenset(SPEECH | IMAGES | OTHERS)
"""Families with a vocabulary that is not the rows of one table to look tokens up in."""

EXTRA_ROWS = {"mllama_text_model": 8, "moshi": 1}
"""Rows of a family's table besides those of its vocabulary: for the image, for what is unsaid."""


def embedding_only(config: object) -> int | None:
    """The size of the token embedding of a model whose family is not known here.

    It is the product of a vocabulary and a width, if the config names both in one of the usual
    ways, of its own or in the part that describes the language model. None if it does not, or
    names them by what can be no size, and of models that have no such table: those of speech
    and of images may have a vocabulary that they write in and do not read.

        >>> embedding_only({"model_type": "new", "vocab_size": 1000, "d_model": 64})
        64000
        >>> embedding_only({"vocab_size": 1000, "embedding_size": 16, "hidden_size": 64})
        16000
        >>> embedding_only({"text_config": {"vocab_size": 1000, "hidden_size": 64}})
        64000
    """
    if not isinstance(config, dict):
        return None
    for part in TEXT_PARTS:
        inner = embedding_only(config.get(part))
        if inner is not None:
            return inner
    return None if _reads_no_tokens(config) else _product(config)


def _family(config: dict) -> str:
    return str(config.get("model_type"))


def _reads_no_tokens(config: dict) -> bool:
    return _family(config) in NO_TABLE or any(field in config for field in SPEECH_FIELDS)


def _product(config: dict) -> int | None:
    rows = _first(config, ROWS)
    width = _first(config, WIDTHS)
    if rows is None or width is None:
        return None
    fields = ConfigReader(config, {}, {})
    try:
        more = (
            fields.size(MORE_ROWS) if config.get(MORE_ROWS) else EXTRA_ROWS.get(_family(config), 0)
        )
        return (fields.size(rows) + more) * fields.size(width)
    except ConfigError:
        return None


def _first(config: dict, names: tuple[str, ...]) -> str | None:
    return next((name for name in names if config.get(name) is not None), None)
