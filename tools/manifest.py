"""Write what is derived from registers and catalogue: tests/provisions.toml, the games in README.md, the readings.

``make golden`` runs it after the golden plays. Read the difference: a provision that is gone was lost, or was
removed on purpose.
"""

from collections import Counter
from pathlib import Path
from textwrap import fill

from pitboss import catalogue, law
from pitboss.paper.readings import markdown
from pitboss.paper.register import section

PROJECT = Path(__file__).parent.parent
PROVISIONS, README, READINGS = "tests/provisions.toml", "README.md", "docs/interpretations.md"
BEGIN, END = "<!-- games: written by `make golden` -->\n", "<!-- end of games -->\n"
HEAD = """\
# How many provisions each section has in its register, so that none is lost by accident.
# Written by `make golden`; read the difference before you commit it.
"""


def provisions() -> str:
    """The number of provisions of every section of every register."""
    lines = [HEAD]
    for chapter in law.chapters():
        counts = Counter(section(provision.id) for provision in law.chapter(chapter).provision)
        lines += [f"[{chapter}]", *(f'"{name}" = {count}' for name, count in counts.items()), ""]
    return "\n".join(lines)


def games() -> str:
    """The sentence of README.md that names every game."""
    *titles, last = (game.title for game in catalogue.games().values())
    floor = f"The floor opens with {', '.join(titles)} and {last}"
    return (
        fill(
            f"{floor}, each at a practice table without a timer, at a timed one, and at one that waits for a person to deal it.",
            119,
            break_on_hyphens=False,
        )
        + "\n"
    )


def readme(text: str) -> str:
    """README.md with the games there are."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{README} has no mark {BEGIN!r}"
    assert end, f"{README} has no mark {END!r}"
    return f"{before}{begin}{games()}{end}{after}"


def derived() -> dict[str, str]:
    """Every derived file with the text it should have."""
    current = (PROJECT / README).read_text(encoding="utf-8")
    return {PROVISIONS: provisions(), README: readme(current), READINGS: markdown()}


if __name__ == "__main__":
    for name, text in derived().items():
        path = PROJECT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"written: {name}")
