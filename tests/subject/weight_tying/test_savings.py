"""What tying saves in real models, against the reference counts and hand arithmetic."""

import pytest

from embedcore.parameters import PRESETS, sizes
from embedcore.weight_tying.savings import savings

from ..parameters.configs import REFERENCE


def test_the_three_models_that_the_page_tells_of():
    found = {saving.name: saving for saving in savings(PRESETS)}
    gpt2, llama, gemma = (found[name] for name in ("GPT-2", "Llama 3 8B", "Gemma 2B"))
    assert (gpt2.tied, gpt2.saved, gpt2.untied) == (True, 50_257 * 768, 124_439_808 + 38_597_376)
    assert (llama.tied, llama.saved, llama.total) == (False, 525_336_576, 8_030_261_248)
    assert llama.share == pytest.approx(525_336_576 / 8_030_261_248)
    assert (gemma.tied, gemma.vocab_size, gemma.total) == (True, 256_000, 2_506_172_416)
    assert gemma.share == pytest.approx(524_288_000 / (2_506_172_416 + 524_288_000))


def test_a_model_without_an_output_table_is_left_out():
    assert savings({"BERT base": PRESETS["BERT base"]}) == []


@pytest.mark.parametrize("name", REFERENCE)
def test_published_counts_are_on_the_right_side(name):
    config, params = REFERENCE[name]["config"], REFERENCE[name]["params"]
    if sizes(config).tied is None:
        assert not savings({name: config})
        return
    (saving,) = savings({name: config})
    assert saving.total == params
    assert saving.untied == params + saving.saved * saving.tied
    assert saving.saved == saving.vocab_size * saving.d_model
