"""Write what the golden facts files answer: ``python -m tests.annexes.regenerate``. Read the diff before keeping it.

Beside each ``<name>.toml`` stand ``<name>.txt`` and ``<name>.json``, as ``pitboss notice check`` prints them, and
``<name>.letter.txt``, the letter or why there is none. The readings on the page of the annex are written too.
"""

from pathlib import Path

import msgspec

from pitboss.annexes.notice.answer import answer, printed
from pitboss.annexes.notice.letter import letter, text
from pitboss.annexes.notice.reading import BadFacts, read
from pitboss.annexes.notice.register import markdown
from pitboss.procedure import Refused

HERE = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[2] / "docs" / "annex-143.31.md"


def told(scenario: Path) -> dict[str, str]:
    """The files that stand beside a facts file, by their ending."""
    try:
        facts = read(scenario.read_text(encoding="utf-8"))
    except BadFacts as wrong:
        return {".txt": f"{wrong}\n"}
    found = answer(facts)
    try:
        written = text(letter(facts))
    except Refused as refusal:
        written = f"{refusal}\n"
    json = msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
    return {".txt": printed(found), ".json": json, ".letter.txt": written}


def main() -> None:
    for path in sorted(HERE.glob("*.toml")):
        for ending, words in told(path).items():
            path.with_suffix(ending).write_text(words, encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8").partition("## Readings\n")[0]
    PAGE.write_text(f"{page}## Readings\n\n{markdown()}", encoding="utf-8")


if __name__ == "__main__":
    main()
