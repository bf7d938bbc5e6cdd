"""An answer to a question, or a wager."""

from typing import Annotated, Literal

import msgspec

from pitboss.drivers.round import LATE, Round
from pitboss.events import COUNT
from pitboss.house.commands.no_more_bets import close_by_dealer
from pitboss.house.host import meters, patrons, readiness, rights
from pitboss.house.host.command import At, Command, Entries, Index, Number
from pitboss.house.protocol.commands import Amount, Seat, Word
from pitboss.house.table.table import Table
from pitboss.journal import Actor
from pitboss.procedure import CHANCE, DEALER, FLOOR, NO_MORE_BETS, Answer, Draw, Refusal, Refused, Who, name
from pitboss.wagers import WAGER


class AnswerQuestion(Command, frozen=True, kw_only=True, tag="answer"):
    """An answer to a question, or a wager. The token or the sign-in says who gives it.

    Without an amount, the usual amount of the option is meant; an amount of 0 is an amount of 0. A wager may name question 0
    for the betting of its round.
    """

    names_moment = True
    round: Number
    question: Index
    says: Word
    wager: Word = ""
    on: Word = ""
    amount: Amount | None = None
    cards: Annotated[tuple[Word, ...], msgspec.Meta(max_length=16)] = ()
    hand: Seat = 0
    form: Word = ""
    by: Literal["", "dealer", "chance", "floor"] | Seat = ""
    patron: Index = 0  # at a followed table: whom the dealer saw in the seat; 0: whoever is there

    def may_differ(self, table: Table) -> bool:
        """A wager need not name the question of its round's betting; after betting it is refused as late, not as stale."""
        if not readiness.is_betting(table):
            return self.says in LATE
        return not self.question and self.says != NO_MORE_BETS

    def entries(self, at: At) -> Entries:
        """Nothing but what the round enters itself."""
        table, host = at.table, at.host
        if table.round is None and self.says == WAGER and at.is_player and table.state.filing.settings.practice:
            host.dealer.check_allowed(table, at.session.seat, self.amount or 0)  # before a round is opened for it
            host.dealer.open_next()
        by, actor = self._answers_for(at)
        play = table.play.round
        if play is None:
            raise readiness.no_round(host, table)
        if self.says == NO_MORE_BETS and by == DEALER:
            close_by_dealer(at)
            return
        answer = self._answer(by)
        if self.amount == 0:
            play.check_nothing(answer)
        elif self.amount is None:
            _check_counted(play, answer)
        if self.says == WAGER and table.meters:
            meters.check_open(host, table, self.wager)
        host.dealer.take(table, answer, at.key, actor)
        host.dealer.ready.discard(at.session.seat)
        yield from ()

    def _answer(self, by: Who) -> Answer:
        return Answer(by, self.says, self.wager, self.on, self.amount or 0, self.cards, self.hand, self.form)

    def _answers_for(self, at: At) -> tuple[Who, Actor | None]:
        """Whom a session answers for, and as whom: a player for their seats; others for dealer, floor and devices, as their
        roles allow."""
        table, claimed = at.table, self.by
        if at.is_player:
            if claimed != "" and claimed not in table.state.seats.held(at.session.seat):
                raise Refused(Refusal.WRONG_ROLE, f"A player answers for their own seats, not for {name(claimed)}.", "")
            return claimed or at.session.seat, rights.player_actor(at.host, at.session) if at.session.person else None
        settings = table.state.filing.settings
        if isinstance(claimed, int):
            if settings.follow and table.state.seats.holder(claimed):
                patrons.check_still(table, claimed, self.patron)
                if table.state.seats.colours:
                    patrons.check_colour(table, claimed, self.amount or 0, self.form)
                return claimed, at.actor("speak for seat")
            raise Refused(Refusal.WRONG_ROLE, f"Only the player there answers for {name(claimed)}.", "")
        pending = table.round.pending if table.round is not None else None
        if claimed == CHANCE or (claimed == "" and isinstance(pending, Draw)):
            if settings.chance != "entered":
                raise Refused(Refusal.WRONG_MODE, "At this table a generator decides; nobody enters outcomes.", "")
            return CHANCE, at.actor("enter outcome")
        if self.says == NO_MORE_BETS:
            return DEALER, at.actor("no_more_bets")
        asked = [e for e in table.round.elections() if not isinstance(e.to, int)] if table.round is not None else []
        election = next((e for e in asked if claimed in ("", e.to)), None)
        if election is None:
            at.actor("no_more_bets" if claimed != FLOOR else "open_table")
            return claimed or DEALER, None  # nobody of theirs is asked now, and the round says so
        if election.to == DEALER and settings.dealer == "automatic":
            raise Refused(Refusal.WRONG_MODE, "This table deals automatically; nobody answers for its dealer.", "")
        return election.to, rights.require_answer(at.host, at.session, election)


def _check_counted(play: Round, answer: Answer) -> None:
    """Whoever is asked to count says what they counted; no number is put into their mouth (I-GEN-39)."""
    for election in play.questions(answer.by):
        if any(option.says == answer.says and option.unit == COUNT for option in election.options):
            raise Refused(Refusal.MALFORMED, f"Say how many: {election.kind}.", election.cite)
