"""Run every benchmark, or those named: ``python -m bench [engine house craps …]``."""

import importlib
import pkgutil
import sys

import bench


def main() -> None:
    names = sys.argv[1:] or [
        m.name for m in pkgutil.iter_modules(bench.__path__) if m.name not in ("__main__", "measure")
    ]
    for name in names:
        module = importlib.import_module(f"bench.{name}")
        if not hasattr(module, "run"):
            continue
        print(f"{name}")
        for what, figure in module.run().items():
            print(
                f"  {what:<70} {figure if isinstance(figure, str) else f'{figure:,.4g}' if figure < 1000 else f'{figure:,.0f}'}",
                flush=True,
            )


if __name__ == "__main__":
    main()
