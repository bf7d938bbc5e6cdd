"""Run every campaign, or those named: ``python -m soak [crash kernels …]``. Each stops by itself."""

import importlib
import pkgutil
import sys

import soak


def main() -> None:
    names = sys.argv[1:] or [m.name for m in pkgutil.iter_modules(soak.__path__) if m.name != "__main__"]
    for name in names:
        print(f"soak: {name}", flush=True)
        importlib.import_module(f"soak.{name}").main()


if __name__ == "__main__":
    main()
