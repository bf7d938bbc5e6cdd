"""The filings that a floor file names, in the house's register: as the file says, filed and approved, each once."""

from collections.abc import Iterable

import msgspec

from pitboss import catalogue
from pitboss.house.floorplan.file import TableLine
from pitboss.house.people.entries import FilingDecided, FilingDrafted, FilingFiled
from pitboss.house.people.filings import FILE, FilingEntry, Filings
from pitboss.house.people.register import Register
from pitboss.submission import made_choices


class Registered(msgspec.Struct):
    """Table number → the id of its filing; or why the register has none that could be in force there, as a sentence."""

    filings: dict[str, str] = {}
    cannot: dict[str, str] = {}


async def register_filings(lines: Iterable[TableLine], holder: str, register: Register) -> Registered:
    """Find the filing of each table by game and choices, or put it into the register. Number and dates stay empty: no floor
    file states them, and nobody who did not act is named."""
    found, made = Registered(), list[FilingEntry]()
    known = register.filings
    for line in lines:
        rules = line.as_filed(holder)
        submission = rules.hash(line.game)
        if (standing := _standing(known, line, submission, found)) is None:
            standing = known.next_id
            new = (
                FilingDrafted(standing, line.game, _title(line), made_choices(rules.chosen), submission, FILE),
                FilingFiled(standing, "", "", FILE),
                FilingDecided(standing, True, "", FILE),
            )
            known = known.after(new)
            made += new
        if standing:
            found.filings[line.number] = standing
    if made:
        await register.enter(*made)
    return found


def _standing(known: Filings, line: TableLine, submission: str, found: Registered) -> str | None:
    """The approved filing with these choices. None: there is none yet; empty: the Board has it, or refused it."""
    alike = known.alike(line.game, submission)
    if (approved := next((one for one in alike if one.state == "approved"), None)) is not None:
        return approved.id
    if (other := next((one for one in reversed(alike) if one.state in ("filed", "refused")), None)) is not None:
        words = "waits for the Board's decision" if other.state == "filed" else "was refused by the Board"
        found.cannot[line.number] = (
            f"{line.number}: its filing, {other.id}, {words}; it comes into force once approved."
        )
        return ""
    return None


def _title(line: TableLine) -> str:
    title = catalogue.game(line.game).title
    return f"{title}, {line.filing}" if line.filing else f"{title}, the example of the game"
