"""The runs of the network that generalises, each computed once for all visitors."""

from embedcore.one_hot.nplm import NPLMConfig, NPLMResult, train_nplm
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar


@kept
def cached_nplm(config: NPLMConfig, _label: str) -> NPLMResult:
    """``train_nplm``, once for each config, under a bar that says ``_label``."""
    bar = Bar(_label)
    result = train_nplm(config, bar)
    bar.close()
    return result
