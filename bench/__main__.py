"""Run every benchmark, or those named: ``python -m bench [floors engine house craps …]``."""

import importlib
import pkgutil
import sys

import bench
from bench import frame

FIRST = ("floors",)  # what others are compared with


def main() -> None:
    found = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"]
    names = sys.argv[1:] or sorted(found, key=lambda name: (name not in FIRST, name))
    figures: dict[str, float | str] = {}
    failed: list[str] = []
    print(frame.head(), frame.titles(), sep="\n\n", flush=True)
    for name in names:
        module = importlib.import_module(f"bench.{name}")
        if not hasattr(module, "run"):
            continue
        print(f"\n{name} (load {frame.load()})")
        try:
            measured = {f"{name}: {what}": figure for what, figure in module.run().items()}
        except Exception as fault:  # the others are measured all the same
            failed.append(f"{name} could not be measured: {type(fault).__name__}: {fault}")
            print(failed[-1])
            continue
        figures |= measured
        for one in measured:
            print(frame.row(one, figures), flush=True)
    for missing in frame.unmeasured(figures):
        print(f"\nNothing was measured for the aim {missing!r}.")
    sys.exit("\n".join(failed) or None)


if __name__ == "__main__":
    main()
