"""What somebody asks of a table: one structure for each thing that can be asked (``house/commands``), carried out in one way.

A command says which right it takes, which moment it is meant for, and what it enters. Its ``entries`` read like a round of
play: first whatever may be wrong, as a refusal that changes nothing, then the entries, each applied as it is yielded.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec

from pitboss.house.host import rights
from pitboss.house.host.replies import SEQUENCE, Reply
from pitboss.house.host.sessions import PLAYER, Session
from pitboss.house.protocol.commands import Key
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.host.host import Host
    from pitboss.house.host.seats import Chips

Entries = Iterator[msgspec.Struct]  # what a command enters
Number = Annotated[int, msgspec.Meta(ge=1)]
Index = Annotated[int, msgspec.Meta(ge=0)]
_moment: Callable[[object], tuple[int, int | None]] = attrgetter("round", "question")


def tag_of(name: str) -> str:
    """The name of a command on the wire: ``TakeSeat`` is ``take_seat``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class At:
    """Where and by whom a command is carried out. ``key`` is the name under which its reply is kept: whatever it enters bears
    it. ``chips`` came with it from the cage; ``reply`` is what its sender is answered besides."""

    __slots__ = ("chips", "host", "is_player", "key", "reply", "session", "table")

    def __init__(self, host: "Host", session: Session, key: str, chips: "Chips | None" = None) -> None:
        self.host, self.session, self.key, self.chips = host, session, key, chips
        self.table, self.is_player = host.require_table(), session.role == PLAYER
        self.reply: Reply = {}

    def actor(self, right: str, first: Iterable[Actor] = ()) -> Actor:
        """The person, in the role in which they may do this here; or a refusal that says who may. ``first``: who took the first
        side of an act of which this is the second."""
        return rights.require(self.host, self.session, right, first=first)

    def may(self, right: str) -> bool:
        return right in rights.acts(self.host, self.session, self.table)


class Command(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="do",
    tag=tag_of,
):
    """What somebody asks of a table."""

    key: Key
    right: ClassVar[str] = (
        ""  # in ``authority``, with the command's own fields: "assign {role}"; none for what players do
    )
    over: ClassVar[Literal["socket", "http", "house"]] = "socket"  # how it comes; ``house``: from nobody outside
    kept: ClassVar[bool] = True  # whether its reply is kept, so that a repetition does nothing
    # Whether its fields ``round`` and ``question`` name the moment for which it is meant, as its sender saw it: the round in
    # progress or else the next one, and the number of the pending question, 0 where no round is in progress.
    names_moment: ClassVar[bool] = False

    @classmethod
    def wire_name(cls) -> str:
        return str(cls.__struct_config__.tag)

    def carry_out(self, at: At) -> Reply:
        """Do it, or refuse it and change nothing."""
        self.check_sender(at)
        self.check_moment(at.table)
        for entry in self.entries(at):
            at.table.enter(entry)
        return at.reply or {SEQUENCE: at.table.journal.sequence}

    def entries(self, at: At) -> Entries:
        raise NotImplementedError

    def actor(self, at: At, first: Iterable[Actor] = ()) -> Actor:
        """Whoever sent it, in the role in which they have its right."""
        return at.actor(self.right.format(**msgspec.structs.asdict(self)), first)

    def check_sender(self, at: At) -> None:
        """A player has to sit here, anybody else to be somebody."""
        if not at.is_player and not at.session.person:
            raise Refused(Refusal.NOT_SIGNED_IN, "You are watching; take a seat to play.", "")
        if at.is_player and not at.host.presence.sits(at.session):
            raise Refused(Refusal.WRONG_ROLE, "This seat was given up; take a seat to play.", "")

    def check_moment(self, table: Table) -> None:
        """Refuse it where it was meant for another moment; most are meant for none."""
        if not self.names_moment:
            return
        round, question = _moment(self)
        play = table.play.round
        in_progress = play is not None
        current = table.state.felt.number + (not in_progress)
        if round != current:
            now = f"round {current} is in progress" if in_progress else f"round {current} is next"
            raise Refused(Refusal.STALE, f"That was meant for round {round}; {now}.", table.game.closed)
        asked = play.asked if play is not None else 0
        if question not in (None, asked) and not self.may_differ(table):
            words = f"That was meant for question {question} of round {current}; question {asked} is asked now."
            raise Refused(Refusal.STALE, words, table.game.closed)

    def may_differ(self, table: Table) -> bool:
        """Whether it may name another question of the round."""
        return False
