"""The readings relied on, as one document: ``docs/interpretations.md`` is written from the registers."""

from collections.abc import Iterator

from pitboss import law

HEAD = """# Readings

For lawyers, regulators and whoever doubts a settlement: how doubtful provisions are read, why, and how else.

Where the text of a chapter is silent, garbled or at odds with itself, the project decides once. Each decision has an
id that the code cites; this page tells every one of them, with its reason. Under a contested one stands how else it is
read, by what filed choice where one can be filed, who argues it and what it costs whom. It is written from the registers in
`src/pitboss/provisions/` (`python -m tools.readings`).
"""


def _lines(reading: law.Reading) -> Iterator[str]:
    yield f"- **{reading.id}** ({reading.provision}): {reading.reading} *{reading.reason}*"
    for rival in reading.rivals:
        filed = f"`{reading.choice} = {rival.value}`" if rival.value else "cannot be filed"
        yield f"  - Otherwise ({filed}): {rival.says} Argued by {rival.argues} Cost: {rival.costs}"


def markdown() -> str:
    """Every reading, by register."""
    parts = [HEAD]
    for name in ("general", *law.chapters()):
        register = law.chapter(name)
        if register.reading:
            title = register.title if name == "general" else f"{name} — {register.title}"
            parts.append(f"\n## {title}\n")
            parts += [line for reading in register.reading for line in _lines(reading)]
    return "\n".join(parts) + "\n"
