"""Print every measurement as one table."""

from benchmarks import film, memory, names, pages, seeds, skipgram


def main() -> None:
    """Run all, in one process after another's work is done."""
    print(f"{'':42} {'measured':>9}   aim")
    for module in (seeds, film, names, skipgram, pages, memory):
        for name, value, aim in module.measure():
            print(f"{name:42} {value:9.2f}   {aim}", flush=True)


if __name__ == "__main__":
    main()
