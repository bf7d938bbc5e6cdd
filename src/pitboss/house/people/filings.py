"""Filings: Rules Submissions from draft to decision, as a fold over the house's own journal.

At which tables a filing is in force, and which one it superseded there, is in the journals of the tables.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any, Literal

import msgspec

from pitboss.house.people import entries
from pitboss.journal import Actor
from pitboss.paper.review_clock import REVIEW, review_ends
from pitboss.procedure import Refusal, Refused

CITE = "601a.2"
FILE = Actor("", "the floor file", "file")  # no person: whoever opened the house told it to apply the file

FilingState = Literal["draft", "filed", "approved", "refused", "withdrawn"]
FilingEntry = entries.FilingDrafted | entries.FilingFiled | entries.FilingDecided | entries.FilingWithdrawn


class Filing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A Rules Submission and what became of it. Times are those of the entries, dates those that were stated."""

    id: str
    game: str
    title: str
    choices: dict[str, Any]
    submission: str
    state: FilingState
    drafted: str
    drafted_by: Actor
    instead_of: str = ""
    number: str = ""
    filed: str = ""
    filed_by: Actor | None = None
    decided: str = ""
    decided_by: Actor | None = None
    conditions: str = ""
    binding: entries.Binding | None = None
    withdrawn: str = ""
    reason: str = ""

    @property
    def said_by_file(self) -> bool:
        """Whether a floor file said that it is filed and approved; nobody drafted or decided it in this house."""
        return self.drafted_by == FILE

    @property
    def review_ends(self) -> str:
        """The last day of the review of what was filed; empty before that."""
        return review_ends(self.filed) if self.filed else ""


class Filings:
    """All filings by id, in the order in which they were drafted."""

    def __init__(self) -> None:
        self.known: dict[str, Filing] = {}
        self.proposals: dict[tuple[str, str], Actor] = {}  # by chapter and edition, who accepted that it is a proposal

    def get(self, id: str) -> Filing:
        """One filing, or a refusal."""
        found = self.known.get(id)
        if found is None:
            names = ", ".join(self.known) or "none"
            raise Refused(Refusal.NOT_FOUND, f"Expected a filing of this house, not {id!r}; there are: {names}.", CITE)
        return found

    def alike(self, game: str, submission: str) -> list[Filing]:
        """The filings of a game with the same choices, in the order in which they were drafted."""
        return [one for one in self.known.values() if (one.game, one.submission) == (game, submission)]

    def after(self, made: Iterable[FilingEntry]) -> "Filings":
        """The filings as they would be after these entries; refused where one of them cannot follow what is there."""
        found = Filings()
        found.known.update(self.known)
        for one in made:
            if isinstance(one, entries.FilingFiled):
                found._check_number(one.number)
            found.apply(one, "")
        return found

    def _check_number(self, number: str) -> None:
        """Refuse a number that another filing has, in whatever letters. Records that are read are not asked: some may have two
        that differ only so."""
        for other in self.known.values():
            if number and other.number.casefold() == number.casefold():
                words = f"{other.id} was filed as {other.number}; expected a number that no other filing has."
                raise Refused(Refusal.FORBIDDEN_CHOICE, words, CITE)

    @property
    def next_id(self) -> str:
        return f"F-{len(self.known) + 1}"

    def apply(self, made: FilingEntry, now: str) -> None:
        """Apply an entry; one that cannot follow what is there is refused."""
        self.check(made)
        if isinstance(made, entries.FilingDrafted):
            before = self.known.get(made.filing)  # saved again, or filed: it was drafted when it was first
            self.known[made.filing] = Filing(
                made.filing,
                made.game,
                made.title,
                made.choices,
                made.submission,
                "draft",
                now if before is None else before.drafted,
                made.by,
                made.instead_of,
            )
        elif isinstance(made, entries.FilingFiled):
            self._change(made.filing, state="filed", number=made.number, filed=made.date, filed_by=made.by)
        elif isinstance(made, entries.FilingDecided):
            state = "approved" if made.approved else "refused"
            said = {"conditions": made.conditions, "binding": made.binding}
            self._change(made.filing, state=state, decided=made.date, decided_by=made.by, **said)
        else:
            self._change(made.filing, state="withdrawn", withdrawn=now, reason=made.reason)

    def _change(self, id: str, **changes: object) -> None:
        self.known[id] = msgspec.structs.replace(self.known[id], **changes)

    def check(self, made: FilingEntry) -> None:
        """Refuse what cannot follow what is there: a decision on a draft, a change of what was filed."""
        if isinstance(made, entries.FilingDrafted):
            old = self.known.get(made.filing)
            if old is None:
                if made.filing != self.next_id:
                    raise Refused(Refusal.MALFORMED, f"The next filing is {self.next_id}, not {made.filing}.", CITE)
            elif old.state != "draft":
                raise Refused(
                    Refusal.LOCKED, f"{made.filing} is {old.state}; draft another one to change its choices.", CITE
                )
            elif old.game != made.game:
                raise Refused(Refusal.LOCKED, f"{made.filing} is for {old.game}, not for {made.game}.", CITE)
            return
        allowed: dict[type, tuple[FilingState, ...]] = {
            entries.FilingFiled: ("draft",),
            entries.FilingDecided: ("filed",),
            entries.FilingWithdrawn: ("draft", "filed", "approved"),
        }
        found = self.get(made.filing)
        if found.state not in allowed[type(made)]:
            wanted = " or ".join(allowed[type(made)])
            raise Refused(Refusal.STALE, f"{made.filing} is {found.state}, not {wanted}.", CITE)
        if isinstance(made, entries.FilingFiled | entries.FilingDecided):
            _check_stated(made)
        if isinstance(made, entries.FilingDecided) and made.date < found.filed:
            raise Refused(
                Refusal.FORBIDDEN_CHOICE, f"{made.filing} was filed on {found.filed}, after {made.date}.", REVIEW
            )


def _check_stated(made: entries.FilingFiled | entries.FilingDecided) -> None:
    """A person states number and date; a floor file says that it is filed and approved, and no more."""
    if made.by == FILE and not made.date:
        return
    if isinstance(made, entries.FilingFiled) and not made.number:
        raise Refused(Refusal.MALFORMED, "Say under which number it is filed.", CITE)
    _check_date(made.date)


def _check_date(text: str) -> None:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a date like 2026-05-31, not {text!r}.", "") from None
