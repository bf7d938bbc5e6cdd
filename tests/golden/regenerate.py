"""Write what the golden plays tell: ``python -m tests.golden.regenerate [game …]``. Read the diff before keeping it."""

import sys
from pathlib import Path

import msgspec

from pitboss.drivers.script import run
from tests.golden import chains

HERE = Path(__file__).parent


def record_of(scenario: Path) -> bytes:
    """The JSON lines of a scenario, as ``pitboss run`` prints them."""
    lines = run(scenario.read_text(encoding="utf-8"))
    return b"".join(msgspec.json.encode(line, order="deterministic") + b"\n" for line in lines)


def scenarios(games: list[str]) -> list[Path]:
    return sorted(path for path in HERE.glob("*/*.toml") if not games or path.parent.name in games)


def main() -> None:
    for path in scenarios(sys.argv[1:]):
        expected = path.with_suffix(".jsonl")
        text = record_of(path)
        if not expected.exists() or expected.read_bytes() != text:
            expected.write_bytes(text)
            print(f"written: {expected.relative_to(HERE)}")
    if chains.write(sys.argv[1:]):
        print(f"written: {chains.KEPT.relative_to(HERE)}")


if __name__ == "__main__":
    main()
