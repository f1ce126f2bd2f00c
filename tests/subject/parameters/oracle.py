"""transformers as the oracle: it builds any model on the meta device, shapes without memory."""

import torch
import transformers
from torch import nn
from transformers import (
    CONFIG_MAPPING,
    BertModel,
    DistilBertModel,
    PreTrainedModel,
    RobertaModel,
    T5ForConditionalGeneration,
    XLMRobertaModel,
)
from transformers.initialization import no_init_weights
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING

from embedcore.parameters import FAMILIES

KNOWN = sorted(set(FAMILIES) - {"microgpt"})  # transformers has no microgpt
NO_TOKENS = {"pad_token_id": None, "bos_token_id": None, "eos_token_id": None}
BARE = {
    "bert": BertModel,
    "distilbert": DistilBertModel,
    "roberta": RobertaModel,
    "xlm-roberta": XLMRobertaModel,
    "t5": T5ForConditionalGeneration,
}


def build(config: dict, device: str = "meta") -> PreTrainedModel:
    """The model that ``count`` counts, as transformers builds it from the same config."""
    known = CONFIG_MAPPING[config["model_type"]]
    settings = known(**{**NO_TOKENS, **config})
    settings._attn_implementation = settings._experts_implementation = "eager"
    model = BARE.get(config["model_type"]) or MODEL_FOR_CAUSAL_LM_MAPPING[known]
    named, *_ = config.get("architectures", [None])
    if named is not None:
        model = getattr(transformers, named)
    with torch.device(device), no_init_weights():
        built = model(settings)
    built.tie_weights()
    untied = config.get("tie_word_embeddings") is False
    if untied and isinstance(built, T5ForConditionalGeneration):
        # transformers 5 ties every T5, and unties it again when the published weights differ.
        built.lm_head.weight = nn.Parameter(torch.empty_like(built.shared.weight))
    return built


def parameters(module: nn.Module) -> int:
    """Each parameter once, however many names it has."""
    return sum(p.numel() for p in module.parameters())
