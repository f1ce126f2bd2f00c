"""The runs of the network that generalises, each computed once for all visitors."""

from embedcore.one_hot.generalise import GeneraliseConfig, GeneraliseResult, generalise
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar


@kept
def cached_generalise(config: GeneraliseConfig, _label: str) -> GeneraliseResult:
    """``generalise``, once for each config, under a bar that says ``_label``."""
    bar = Bar(_label)
    result = generalise(config, bar)
    bar.close()
    return result
