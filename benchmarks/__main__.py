"""Print every measurement as one table: ``python -m benchmarks``, or ``… seeds sliders``."""

import sys

from benchmarks import film, memory, names, pages, seeds, skipgram, sliders

MODULES = (seeds, film, names, skipgram, pages, sliders, memory)


def main() -> None:
    """Run all that are named, or every one, in one process after another's work is done."""
    every = {module.__name__.rpartition(".")[2]: module for module in MODULES}
    print(f"{'':60} {'measured':>9}   aim")
    for module in [every[name] for name in sys.argv[1:]] or MODULES:
        for name, value, aim in module.measure():
            print(f"{name:60} {value:9.2f}   {aim}", flush=True)


if __name__ == "__main__":
    main()
