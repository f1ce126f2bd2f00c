"""Weight tying in PyTorch: one line makes two tables one."""

from torch import Tensor, nn


class SmallLanguageModel(nn.Module):
    """The skeleton of GPT-2, as Hugging Face names its tables, with one layer between."""

    def __init__(self, vocab_size: int, d_model: int, tied: bool) -> None:
        super().__init__()
        self.wte = nn.Embedding(vocab_size, d_model)  # reads: token id -> row
        self.layers = nn.Sequential(nn.Linear(d_model, d_model), nn.GELU())
        self.lm_head = nn.Linear(d_model, vocab_size, bias=False)  # writes: vector -> scores
        if tied:
            self.lm_head.weight = self.wte.weight  # that is all

    def forward(self, token_ids: Tensor) -> Tensor:
        """``[…]`` token ids to ``[…, vocab_size]`` scores of the token that follows."""
        return self.lm_head(self.layers(self.wte(token_ids)))


def is_tied(model: SmallLanguageModel) -> bool:
    """Whether both tables are one object: not equal numbers, but the same ones."""
    return model.lm_head.weight is model.wte.weight


def counted(model: nn.Module) -> int:
    """Trainable numbers; ``parameters()`` names a shared tensor once."""
    return sum(parameter.numel() for parameter in model.parameters())
