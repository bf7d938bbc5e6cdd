"""How a visitor looks to others: a name of their own, and a colour from the palette."""

from pitboss.procedure import Refusal, Refused

NAME_LENGTH = 24
# Each contrasts with the felt and from the page behind a seat: at least 3 to 1, the contrast that WCAG asks of graphics.
COLOURS = {
    "red": "#ff8a80",
    "orange": "#ffb74d",
    "yellow": "#fff176",
    "green": "#aed581",
    "teal": "#4dd0e1",
    "blue": "#90caf9",
    "purple": "#ce93d8",
    "pink": "#f48fb1",
    "white": "#eceff1",
}


def checked_name(name: str) -> str:
    """A name as others are shown it: one line that can be printed, without anything that reads as markup."""
    words = " ".join(name.split())
    if len(words) > NAME_LENGTH:
        raise Refused(Refusal.MALFORMED, f"Expected a name of up to {NAME_LENGTH} characters, not {len(words)}.", "")
    if not words.isprintable() or "<" in words or ">" in words:
        raise Refused(Refusal.MALFORMED, "Expected a name that can be printed, without < and >.", "")
    return words


def checked_colour(colour: str) -> str:
    """One of the palette, or none."""
    if colour and colour not in COLOURS:
        raise Refused(Refusal.MALFORMED, f"Expected one of the colors {', '.join(COLOURS)}, or none.", "")
    return colour
