"""How readable each page of the documentation is, against what docs/readability.toml allows.

python -m tools.readability [--write]

Three figures a page: words a sentence on average, sentences in the passive voice of a hundred, and paragraphs of more
than 90 words. `[pages]` lists the pages that are above `[every]`; their figures may only fall. Tables, code and
headings are left out.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
BUDGET = ROOT / "docs" / "readability.toml"
LONG = 90
# Written from data, or a list: nobody reads them from top to bottom.
LISTS = {"CHANGELOG.md", "CODE_OF_CONDUCT.md", "docs/proofs.md", "docs/commands.md"}
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
ENDS = re.compile(r"[.!?](?=[\s\"')*]|$)")
WORD = re.compile(r"[A-Za-z0-9$§][\w.,'’/-]*")
IRREGULAR = (
    "born|begun|bought|broken|brought|built|cast|caught|chosen|counted|cut|dealt|done|drawn|driven|eaten|fed|felt|"
    "forgotten|found|given|gone|grown|held|hidden|hit|kept|known|laid|led|left|lent|lost|made|meant|met|paid|put|read|run|said|"
    "seen|sent|set|shown|shut|spent|split|spread|sold|taken|taught|told|thought|thrown|torn|understood|won|written"
)
PASSIVE = re.compile(
    rf"\b(?:am|is|are|was|were|be|been|being)\s+(?:\w+ly\s+|not\s+|never\s+|also\s+|then\s+)*(?:\w{{2,}}ed|{IRREGULAR})\b",
    re.IGNORECASE,
)


class Figures(NamedTuple):
    """What is counted of a page."""

    words: float
    passive: float
    long: int

    def within(self, allowed: "Figures") -> bool:
        return all(mine <= theirs for mine, theirs in zip(self, allowed, strict=True))


def paragraphs(text: str) -> list[str]:
    """The prose of a page: paragraphs and points of lists, without marks."""
    text = LINK.sub(r"\1", FENCE.sub("", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)))
    text = re.sub(r"`[^`]*`", "code", text).replace("**", "").replace("*", "")
    text = re.sub(r"^( *)(?:[-+]|\d+\.) +", r"\n", text, flags=re.MULTILINE)
    blocks = [re.sub(r"\s+", " ", block).strip() for block in re.split(r"\n\s*\n", text)]
    return [
        block
        for block in blocks
        if block and not block.startswith(("#", "|", "<", ">", "---")) and len(block.split()) > 2
    ]


def measure(text: str) -> Figures:
    """The figures of a page."""
    prose = paragraphs(text)
    sentences = [part for block in prose for part in ENDS.split(block) if len(WORD.findall(part)) > 2]
    words = sum(len(WORD.findall(sentence)) for sentence in sentences)
    passive = sum(bool(PASSIVE.search(sentence)) for sentence in sentences)
    count = max(len(sentences), 1)
    return Figures(
        round(words / count, 1), round(100 * passive / count, 1), sum(len(WORD.findall(b)) > LONG for b in prose)
    )


def pages() -> dict[str, Figures]:
    """The figures of every page that people read."""
    found = [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        ROOT / "verifier" / "README.md",
        ROOT / "conformance" / "README.md",
    ]
    names = {page.relative_to(ROOT).as_posix(): page for page in sorted(found) if page.is_file()}
    return {name: measure(page.read_text(encoding="utf-8")) for name, page in names.items() if name not in LISTS}


def over(measured: dict[str, Figures], budget: dict[str, Any]) -> list[str]:
    """A sentence for each page that is above what it is allowed, or below it so that the budget has to fall."""
    every = Figures(*budget["every"])
    own = {name: Figures(*figures) for name, figures in budget.get("pages", {}).items()}
    said = [f"{name}: there is no such page" for name in own if name not in measured]
    for name, figures in measured.items():
        allowed = own.get(name, every)
        if not figures.within(allowed):
            said.append(f"{name}: {_words(figures)}; allowed are {_words(allowed)}")
        elif name in own and figures.within(every):
            said.append(f"{name}: is within what every page is allowed; take it out of docs/readability.toml")
    return said


def _words(figures: Figures) -> str:
    return (
        f"{figures.words} words a sentence, {figures.passive} % passive, {figures.long} paragraphs above {LONG} words"
    )


def write(measured: dict[str, Figures], every: Figures) -> str:
    """The budget with every page at its figures now."""
    above = {name: figures for name, figures in measured.items() if not figures.within(every)}
    rows = "".join(f'"{name}" = {list(figures)}\n' for name, figures in above.items())
    head = (
        "# Words a sentence, passive sentences of a hundred, paragraphs of more than 90 words: tools/readability.py.\n"
    )
    return f"{head}every = {list(every)}\n\n# Above that; these may only fall.\n[pages]\n{rows}"


def main() -> int:
    """Compare every page with its budget, or write the budget."""
    budget = tomllib.loads(BUDGET.read_text(encoding="utf-8"))
    measured = pages()
    if "--write" in sys.argv[1:]:
        BUDGET.write_text(write(measured, Figures(*budget["every"])), encoding="utf-8")
        return 0
    said = over(measured, budget)
    for line in said:
        print(line, file=sys.stderr)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
