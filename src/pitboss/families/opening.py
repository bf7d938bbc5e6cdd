"""Opening a table with cards: who inspects them, and what is done with them before the first shuffle."""

from pitboss.game import CheckItem, Checklist


def opening_checklist(section: str, *, preshuffled: bool, batches: int, washed: str, apart: str) -> Checklist:
    """(a)–(d) of a chapter's section on opening. Preshuffled cards are only spread (I-GEN-21).

    ``washed`` says what is done with the cards after the spread, ``apart`` what is done with each of two batches.
    """
    inspected = CheckItem(
        f"{section}(a)",
        "The dealer inspected the cards for defects; the floorperson assigned to the table verified it.",
    )
    spread = CheckItem(f"{section}(b)", "The cards were spread face up by suit and in sequence for the first player.")
    after = [CheckItem(f"{section}(c)", washed), *([CheckItem(f"{section}(d)", apart)] if batches > 1 else [])]
    items = (spread,) if preshuffled else (inspected, spread, *after)
    return Checklist("opening", "Opening of the table", f"{section}(a)", ("floorperson",), items)
