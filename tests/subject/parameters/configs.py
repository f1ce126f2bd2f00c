"""Configs of published models, for the tests that count them."""

import json
from pathlib import Path

from embedcore.parameters import PRESETS

DATA = Path(__file__).parent / "data"
# What transformers counted for these models, built on the meta device. Token embeddings too.
REFERENCE = json.loads((DATA / "parameter_counts.json").read_text())
# The sizes of each model's published config.json; what they amount to is for the oracle to say.
PUBLISHED = json.loads((DATA / "published_configs.json").read_text())
CONFIGS = {name: model["config"] for name, model in REFERENCE.items()} | PUBLISHED | PRESETS
