"""The readings relied on, as one document: ``docs/interpretations.md`` is written from the registers."""

from pitboss import law

HEAD = """# Readings

Where the text of a chapter is silent, garbled or at odds with itself, the project decides once. Each decision has an
id that the code cites; this page tells every one of them, with its reason. It is written from the registers in
`src/pitboss/provisions/` (`python -m tools.readings`).
"""


def markdown() -> str:
    """Every reading, by register."""
    parts = [HEAD]
    for name in ("general", *law.chapters()):
        register = law.chapter(name)
        if register.reading:
            title = register.title if name == "general" else f"{name} — {register.title}"
            parts.append(f"\n## {title}\n")
            parts += [f"- **{r.id}** ({r.provision}): {r.reading} *{r.reason}*" for r in register.reading]
    return "\n".join(parts) + "\n"
