"""``python -m tools.site`` builds the site into build/site."""

import time
from pathlib import Path

import typer

from tools.site.building import OUT, build


def main(out: Path = OUT) -> None:
    """Build the site; what is wrong with a page is an error."""
    began = time.process_time()
    build(out.resolve())
    print(
        f"The site is in {out} ({time.process_time() - began:.0f} s of work); open {out / 'index.html'}, or /docs of a house."
    )


if __name__ == "__main__":
    typer.run(main)
