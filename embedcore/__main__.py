"""The two scripts of the first source, from a terminal.

python -m embedcore lookup Hello     text -> token ids -> rows of the table
python -m embedcore train            train the grouped model and see its vectors gather
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from embedcore.bounds import check_range
from embedcore.config import MAX_D_MODEL, MAX_SEED, MAX_SEEDS, TrainingConfig
from embedcore.embedding import Embedding
from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix
from embedcore.groups import DEFAULT_GROUPS, Groups
from embedcore.process import one_thread_each
from embedcore.tokens import ByteTokenizer, repair
from embedcore.training import TrainingResult, train_seeds

LONGEST_TEXT = 10_000


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        """One line on stderr, without the usage that argparse would put above it."""
        self.exit(2, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, or 2 after one line that says what was wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    one_thread_each()
    try:
        options.run(options)
    except InputError as error:
        parser.error(str(error))
    return 0


def lookup(options: argparse.Namespace) -> None:
    """Print the ids of a text, a row of the table, and the cosines of the first rows."""
    check_range("d_model", options.d_model, 1, MAX_D_MODEL)
    check_range("seed", options.seed, 0, MAX_SEED)
    tokenizer = ByteTokenizer()
    token_ids = tokenizer.encode(repair(options.text))
    if not 1 <= len(token_ids) <= LONGEST_TEXT:
        raise InputError(
            "text_length",
            "the text has {count} bytes, but must have 1 to {limit}",
            count=len(token_ids),
            limit=LONGEST_TEXT,
        )
    table = Embedding(tokenizer.vocab_size, options.d_model, seed=options.seed)
    rows = table(token_ids).detach()
    first, second = token_ids[0], next((t for t in token_ids if t != token_ids[0]), token_ids[0])
    pair = table([first, second]).detach().numpy()
    first_name, second_name = tokenizer.label(first), tokenizer.label(second)
    print(f"text       {options.text!r}")
    print(f"token ids  {token_ids}")
    print(f"table      [{tokenizer.vocab_size}, {options.d_model}] of random numbers")
    print(f"row {first:<6} {first_name} = {np.array2string(pair[0], precision=3)}")
    print(f"result     {list(rows.shape)}, one row a token")
    print(f"cosine     ({first_name}, {first_name}) = {cosine_matrix(pair)[0, 0]:.4f}")
    print(
        f"cosine     ({first_name}, {second_name}) = {cosine_matrix(pair)[0, 1]:.4f}"
        "   by chance: nothing was learned yet"
    )


def train(options: argparse.Namespace) -> None:
    """Train from several seeds and print what became of loss and likeness."""
    config = TrainingConfig(
        groups=Groups(tuple(options.groups)),
        steps=options.steps,
        d_model=options.d_model,
        seed=options.seed,
        learning_rate=options.learning_rate,
        tied=options.tied,
    )
    check_range("seeds", options.seeds, 1, MAX_SEEDS)
    seeds = range(options.seed, options.seed + options.seeds)
    results = train_seeds(config, seeds, progress=_progress_line)
    _print_report(results)


def _progress_line(done: int, steps: int) -> None:
    # Whatever is printed next, an error included, begins at the start of this line.
    end = "\n" if done == steps else "\r"
    print(f"training   step {done} of {steps}", end=end, file=sys.stderr, flush=True)


def _print_report(results: list[TrainingResult]) -> None:
    config = results[0].config
    if config.steps:
        last = [result.final_loss for result in results]
        print(f"loss       {results[0].losses[0]:.2f} at first, {_spread(last)} in the last steps")
        print(f"           {config.groups.loss_floor:.2f} is all there is to learn")
    one_group = len(config.groups.groups) == 1
    for part, name in enumerate(("within",) if one_group else ("within", "across")):
        before = [result.similarity(0)[part] for result in results]
        after = [result.similarity(-1)[part] for result in results]
        print(f"{name:10} {_spread(before, '+')} before, {_spread(after, '+')} after")
    for name, first, second in _example_pairs(config.groups):
        before, after = (cosine_matrix(results[0].vectors[frame]) for frame in (0, -1))
        print(
            f"{name:10} {before[first, second]:+.2f} before, {after[first, second]:+.2f} after"
            f"   one pair, seed {config.seed}"
        )


def _example_pairs(groups: Groups) -> list[tuple[str, int, int]]:
    """The first two tokens of a group, and the first tokens of two groups, by name and index."""
    tokens = groups.tokens
    pairs = [(0, 1)]
    if len(groups.groups) > 1:
        pairs.append((0, len(groups.groups[0])))
    return [(f"sim({tokens[a]},{tokens[b]})", a, b) for a, b in pairs]


def _spread(values: Sequence[float], sign: str = "") -> str:
    mean = format(np.mean(values), f"{sign}.2f")
    if len(values) == 1:
        return mean
    return f"{mean} ± {np.std(values, ddof=1):.2f} over {len(values)} seeds"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m embedcore", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="lookup | train")
    for name, run, text in (
        ("lookup", lookup, "text to token ids to rows of a table"),
        ("train", train, "train the grouped next-token model"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        command.add_argument("--d-model", type=int, default=8, help="numbers in a row")
        command.add_argument("--seed", type=int, default=0, help="of all random draws")
        if name == "lookup":
            command.add_argument("text", nargs="?", default="Hello")
        else:
            _add_training_options(command)
    return parser


def _add_training_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--steps", type=int, default=500, help="sequences seen, 0 to 5000")
    command.add_argument("--seeds", type=int, default=8, help="how many seeds, 1 to 64")
    command.add_argument("--learning-rate", type=float, default=1e-2)
    command.add_argument("--tied", action="store_true", help="one table to read and write with")
    command.add_argument("--groups", nargs="+", default=list(DEFAULT_GROUPS), metavar="TOKENS")


if __name__ == "__main__":
    sys.exit(main())
