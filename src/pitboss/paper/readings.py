"""The readings relied on, as one document: ``docs/interpretations.md`` is written from the registers."""

import re
from collections.abc import Iterator

from pitboss import law

HEAD = """# Readings

For lawyers, regulators and whoever doubts a settlement: how doubtful provisions are read, why, and how else.

Where the text of a chapter is silent, garbled or at odds with itself, the project decides once. Each decision has an id
that the code cites. This page has, for each: the question, where it arises, our reading, and the reason. A contested
reading also has its rivals: what they say, who argues for them, what they cost, and how a certificate holder files them.

`python -m tools.readings` writes this page from the registers in `src/pitboss/provisions/`.
"""
CONTESTED = """
## Contested readings

Each of these is read otherwise by somebody. Where a choice is named, a filing can settle it; our reading is its default.

| reading | question | choice to file |
|---|---|---|
"""
# "633a.13(m), wagers under the payout limit": where it arises, then the question.
ARISES = re.compile(r"(\d.*?)[,:] ((?!and\b|or\b)[\w\"“(][^§]*)")


def _question(reading: law.Reading) -> tuple[str, str]:
    """The question, and where it arises, as far as the register says that apart."""
    found = ARISES.fullmatch(reading.provision)
    where, question = found.groups() if found else ("", reading.provision)
    return question[:1].upper() + question[1:], where


def _lines(reading: law.Reading) -> Iterator[str]:
    question, where = _question(reading)
    yield f"### {reading.id}: {question}\n"
    if where:
        yield f"- **Where:** {where}"
    yield f"- **Our reading:** {reading.reading}"
    yield f"- **Why:** {reading.reason}"
    for rival in reading.rivals:
        yield f"- **Another reading:** {rival.says}"
        yield f"  - **Argued by:** {rival.argues}"
        yield f"  - **What it costs:** {rival.costs}"
        yield f"  - **To file it:** {f'`{reading.choice} = {rival.value}`' if rival.value else 'it cannot be filed'}"
    yield ""


def _contested(readings: list[law.Reading]) -> Iterator[str]:
    for reading in readings:
        if reading.rivals:
            question, _ = _question(reading)
            yield f"| {reading.id} | {question} | {f'`{reading.choice}`' if reading.choice else 'none'} |"


def markdown() -> str:
    """Every reading, by register; first those that are contested."""
    registers = [law.chapter(name) for name in ("general", *law.chapters())]
    every = [reading for register in registers for reading in register.reading]
    parts = [HEAD + CONTESTED + "\n".join(_contested(every))]
    for register in registers:
        if register.reading:
            title = register.title if register.chapter == "general" else f"{register.chapter} — {register.title}"
            parts.append(f"\n## {title}\n")
            parts += [line for reading in register.reading for line in _lines(reading)]
    return "\n".join(parts).rstrip() + "\n"
