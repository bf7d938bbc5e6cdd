"""What is posted at a table, as a reader takes it in: a paytable line by line, a sentence as a sentence.

A chapter words its notices as sentences ("Royal Match 21 pays Royal Match 30 to 1, Suited Match 2.5 to 1."). Those that list
awards are set as tables here; whatever does not read as a list stays as it was worded.
"""

import re
from collections.abc import Sequence

import msgspec

from pitboss.game import Game
from pitboss.submission import ROUNDING, RulesSubmission
from pitboss.wagers import in_whole

_AWARD = r"(?:\$[\d,]+ \+ )?(?:\d[\d,.]* (?:to|for) \d+|\d+% of meter|\$[\d,]+(?:\.\d\d)?|(?:–|[\d,]+) / [\d,]+)"
_MORE = r"(?: (?:less|without|besides)\b[^,;·]*)?(?: \(Envy \$[\d,]+\))?"
_ENTRY = re.compile(rf"(?P<what>.+?)(?P<verb> pays?|:)? (?P<pays>(?:{_AWARD}|push){_MORE})(?:, | · |; |$)")
_LISTED = re.compile(r"\d (?:to|for) \d|% of meter|[\d–] / \d")  # an award that a list should not have left over
_HEAD = re.compile(r"(?P<head>.+?)(?: pays?,? |: | · )(?P<rest>.+)")
_BY = re.compile(rf"(?P<by>[^:]+?)(?:: (?!{_AWARD}|push)|, (?=[A-Z]))")
_SENTENCE = re.compile(r"(?<=[^.])\. (?=[A-Z])|\s{3,}·\s{3,}")
_WHOLE = re.compile(r"\$(\d+)\.00\b")
_UNSAID = re.compile(r"\(.*?\)|\$\d+|\bThe\b")
_LONG = re.compile(r"(?<![\d.,$])\d{4,}(?= (?:to|for|/)\b| /|$)")


class Posting(msgspec.Struct, frozen=True):
    """Awards under one head, each with what it pays; without rows, a sentence in ``foot``."""

    head: str
    rows: tuple[tuple[str, str], ...]
    foot: str = ""
    by: str = ""  # what decides between the rows, where that is said


class Notices(msgspec.Struct, frozen=True):
    """One sign: its provision, the paytables in it, and its sentences."""

    cite: str
    tables: tuple[Posting, ...]
    sentences: tuple[str, ...]


def notices(game: Game, rules: RulesSubmission) -> list[Notices]:
    """Every sign that these rules call for."""
    found = []
    for sign in game.signs(rules):
        read = [posting(sentence) for sentence in _SENTENCE.split(tidy(sign.text, keep_wide=True).rstrip(". "))]
        tables = tuple(part for part in _gathered(read) if part.rows)
        found.append(Notices(sign.cite, tables, tuple(f"{part.foot}." for part in read if not part.rows)))
    return [*found, *_rounded_down(rules)]


def _rounded_down(rules: RulesSubmission) -> list[Notices]:
    """I-GEN-41: where payouts are rounded down below printed odds, patrons are told, and that it is doubtful."""
    if not rules.payout_rounding.down or not any(doubt.choice == "breakage" for doubt in rules.doubts()):
        return []
    chips = in_whole(rules.payout_rounding.step)
    words = f"A payout that does not come out in {chips} is rounded down to them. The text has no words that allow it."
    return [Notices(ROUNDING, (), (words,))]


def is_limit(sentence: str) -> bool:
    """Whether a sentence tells the table's limits and nothing else."""
    return sentence.startswith(("Minimum", "Maximum"))


def tidy(text: str, *, keep_wide: bool = False) -> str:
    """Plain spaces, and whole dollars without cents."""
    text = text.replace("\u00a0", " ").replace("\n", " ")
    text = _WHOLE.sub(lambda found: f"${int(found[1]):,}", text)
    return text if keep_wide else " ".join(text.split())


def posting(sentence: str) -> Posting:
    """A sentence as a list of awards, or as it is."""
    text = " ".join(sentence.split())
    rows, left = _entries(text, verb=True)
    if rows and not any(": " in what for what, _ in rows):
        return Posting("", rows, left)
    split = _HEAD.match(text)
    if split and not _LISTED.search(split["head"]):
        by, rest = _decided_by(split["rest"])
        rows, left = _entries(rest)
        if rows:
            return Posting(split["head"].removeprefix("The "), rows, left, by)
    return Posting("", (), text)


def _decided_by(text: str) -> tuple[str, str]:
    """``by the beaten hand: …`` apart from the list that follows."""
    found = _BY.match(text)
    if found and not re.search(_AWARD, found["by"]):
        return found["by"], text[found.end() :]
    return "", text


def _entries(text: str, *, verb: bool = False) -> tuple[tuple[tuple[str, str], ...], str]:
    """The awards that a text begins with, and what is left of it; what is left lists no award."""
    rows: list[tuple[str, str]] = []
    starts, at = [], 0
    while found := _ENTRY.match(text, at):
        if _LISTED.search(found["what"]) or (verb and not (found["verb"] or "").startswith(" pay")):
            break
        rows.append((begun(found["what"]), grouped(found["pays"])))
        starts.append(at)
        at = found.end()
    if rows and _LISTED.search(text[at:]):  # an award told in other words stays with the one before
        rows.pop()
        at = starts.pop()
    return (tuple(rows), text[at:]) if rows else ((), text)


def names_wager(title: str, head: str) -> bool:
    """Whether a head of a paytable names this wager: all its words are in the title."""
    said = _UNSAID.sub("", head).lower().split()
    return bool(said) and set(said) <= set(title.lower().split())


def awards_of(title: str, posted: Sequence[Posting]) -> tuple[tuple[str, str], ...]:
    """The outcomes of a wager with what each pays, as they are posted; nothing where one odds is all there is to say."""
    listed = [part.rows for part in posted if names_wager(title, part.head)]
    return next(iter(listed), ()) or tuple(
        row for part in posted if not part.head for row in part.rows if names_wager(title, row[0])
    )


def begun(text: str) -> str:
    """With a capital, as a sentence or a line begins."""
    return text[:1].upper() + text[1:]


def grouped(pays: str) -> str:
    """``8,000 to 1`` of ``8000 to 1``."""
    return _LONG.sub(lambda found: f"{int(found[0]):,}", pays)


def _gathered(parts: list[Posting]) -> list[Posting]:
    """Awards without a head together: each is a wager that pays one thing."""
    plain = [part for part in parts if part.rows and not part.head]
    rows = tuple(row for part in plain for row in part.rows)
    foot = ". ".join(begun(part.foot) for part in plain if part.foot)
    rest = [part for part in parts if part.head]
    return [Posting("", rows, foot), *rest] if rows else rest
