"""A seat at a table: what may be wagered, what is asked, and the answers."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pitboss.client.table_connection import TableConnection, new_key
from pitboss.events import AnySettlement
from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.commands.ready import PlayerReady
from pitboss.house.protocol.records import SeatLeft, SeatTaken
from pitboss.house.protocol.views import Question, View
from pitboss.money import Cents
from pitboss.procedure import Offer, Option, Refusal, Refused

if TYPE_CHECKING:
    from pitboss.client.house import House

WAGER = "wager"


class Seat(TableConnection):
    """A player in a seat; leaving the ``with`` block gives it up. Money is in integer cents."""

    def __init__(self, house: "House", table: str, taken: SeatTaken) -> None:
        self.house, self.table, self.seat = house, table, taken.seat
        super().__init__(house.socket_url(table), taken.token, timeout=house.timeout)

    def __enter__(self) -> "Seat":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Refused):  # chips on the layout: the house gives up the seat when they are decided
            self.leave()

    # --- what there is to do

    @property
    def rack(self) -> Cents:
        return self.view.you.rack

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What may be wagered now, each with its least and greatest amount; empty while betting is closed."""
        return tuple(offer for offer in self.view.you.offers if offer.says == WAGER)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What this seat is asked now, each with every lawful answer."""
        return self.view.you.questions

    @property
    def settlements(self) -> tuple[AnySettlement, ...]:
        """How the wagers of this seat ended in the round that was settled last."""
        return tuple(one for one in self.view.settlements if one.seat in self.view.you.seats)

    # --- doing it

    def wager(self, offer: Offer, amount: Cents = 0) -> View:
        """Place a wager that is offered: its least amount, unless another is named."""
        return self._answer(WAGER, wager=offer.wager, on=offer.on, amount=amount or offer.least)

    def answer(self, question: Question, option: Option, amount: Cents | None = None) -> View:
        """Give one of the lawful answers; without an amount, the usual one."""
        stated = amount if amount is not None else (option.usual or option.least) or None
        further = (
            {"by": question.to} if question.to != self.seat and isinstance(question.to, int) else {}
        )  # a further box
        return self._answer(
            option.says,
            wager=option.wager,
            on=option.on,
            amount=stated,
            cards=option.cards,
            hand=question.hand,
            **further,
        )

    def say(self, says: str, *, wager: str = "", on: str = "", amount: Cents | None = None) -> View:
        """Say something in words of the game, such as ``stand``; or ``remove`` a wager."""
        return self._answer(says, wager=wager, on=on, amount=amount)

    def ready(self) -> View:
        """Bets are placed: deal; or, after a round, open the next. Where others play, all have to be ready."""
        return self.do(PlayerReady(key=new_key(), **self._moment))

    def open_betting(self) -> View:
        """Have the next round opened, where the last one is over, and hear until this seat may bet.

        What is asked before that, such as to cut the cards, gets its usual answer.
        """
        if self.view.phase == "settled":
            self.ready()
        while not self.wait(lambda view: view.you.offers or view.you.questions or view.phase == "closed").you.offers:
            if self.view.phase == "closed":
                raise Refused(Refusal.TABLE_CLOSED, self.view.blocked or "The table is closed.", "")
            question = self.questions[0]
            self.answer(question, question.default or question.options[0])
        return self.view

    def play_on(self) -> View:
        """Hear until this seat may bet, is asked, or the round is over."""
        return self.wait(lambda view: view.you.questions or view.phase in ("betting", "settled", "closed"))

    def buy_chips(self) -> Cents:
        """More play chips for a rack that has run low; what it holds now."""
        return self.house.buy_chips(self.table, self.seat, self.token).rack

    def leave(self) -> SeatLeft:
        """Give up the seat and cash the rack; wagers that are up are played out or returned as the rules say."""
        try:
            return self.house.leave(self.table, self.seat, self.token)
        finally:
            self.close()

    def _answer(self, says: str, **more: Any) -> View:
        return self.do(AnswerQuestion(key=new_key(), says=says, **self._moment, **more))

    @property
    def _moment(self) -> dict[str, Any]:
        """What a command is meant for: the round in progress, or the next, and the question that is asked."""
        view = self.view
        return {"round": view.round + (0 if view.question else 1), "question": view.question}
