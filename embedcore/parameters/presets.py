"""Configs to start from, small to large: the sizes of each model's published ``config.json``."""


def _gpt(vocab_size: int, n_positions: int, n_embd: int, n_layer: int, n_head: int) -> dict:
    return {
        "model_type": "gpt2",
        "vocab_size": vocab_size,
        "n_positions": n_positions,
        "n_embd": n_embd,
        "n_layer": n_layer,
        "n_head": n_head,
        "tie_word_embeddings": True,
    }


PRESETS: dict[str, dict] = {
    # https://gist.github.com/karpathy/8627fe009c40f57531cb18360106ce95
    "microgpt": {
        "model_type": "microgpt",
        "vocab_size": 27,
        "block_size": 16,
        "n_embd": 16,
        "n_layer": 1,
        "n_head": 4,
        "tie_word_embeddings": False,
    },
    # nanoGPT's train_shakespeare_char, as its README runs it on a CPU and on a GPU. Counted with
    # biases, which is how GPT-2 is built; that config leaves them out (bias = False).
    "nanoGPT Shakespeare (128)": _gpt(65, 64, 128, 4, 4),
    "nanoGPT Shakespeare (384)": _gpt(65, 256, 384, 6, 6),
    "GPT-2": _gpt(50257, 1024, 768, 12, 12),
    "GPT-2 medium": _gpt(50257, 1024, 1024, 24, 16),
    "GPT-2 large": _gpt(50257, 1024, 1280, 36, 20),
    "GPT-2 XL": _gpt(50257, 1024, 1600, 48, 25),
    # Never published as a config: the sizes are from Brown et al. 2020, table 2.1.
    "GPT-3": _gpt(50257, 2048, 12288, 96, 96),
    "BERT base": {
        "model_type": "bert",
        "vocab_size": 30522,
        "hidden_size": 768,
        "num_hidden_layers": 12,
        "num_attention_heads": 12,
        "intermediate_size": 3072,
        "max_position_embeddings": 512,
        "type_vocab_size": 2,
    },
    "Qwen2.5 0.5B": {
        "model_type": "qwen2",
        "vocab_size": 151936,
        "hidden_size": 896,
        "intermediate_size": 4864,
        "num_hidden_layers": 24,
        "num_attention_heads": 14,
        "num_key_value_heads": 2,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": True,
    },
    "Gemma 2B": {
        "model_type": "gemma",
        "vocab_size": 256000,
        "hidden_size": 2048,
        "intermediate_size": 16384,
        "num_hidden_layers": 18,
        "num_attention_heads": 8,
        "num_key_value_heads": 1,
        "head_dim": 256,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": True,
    },
    "Llama 2 7B": {
        "model_type": "llama",
        "vocab_size": 32000,
        "hidden_size": 4096,
        "intermediate_size": 11008,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 32,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": False,
    },
    "Llama 3 8B": {
        "model_type": "llama",
        "vocab_size": 128256,
        "hidden_size": 4096,
        "intermediate_size": 14336,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": False,
    },
}
"""Display name -> config. Read only: ``with_sizes`` gives a changed copy."""
