"""Every game dealt by a person with physical cards, dice, tiles or wheel, for patrons who hold no device."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Paid
from pitboss.faces import FACE_DOWN, revived
from pitboss.game import RoundStart
from pitboss.house.floorplan.file import LIVE
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.dealing import deal_prompt
from pitboss.house.table.verify import verify_entries
from pitboss.house.wire.view import view
from pitboss.ledger import LAYOUT
from pitboss.procedure import CHANCE, Answer, Draw, Election, Refused, Window
from pitboss.testkit.random_play import required, tender, weighted
from pitboss.wagers import close_betting
from tests import kin
from tests.house.desk import Desk, run

FOLLOWED = msgspec.structs.replace(LIVE, follow=True, sale_approval=10_000_000)
ROUNDS, MOST_ROUNDS = 2, 8


class Dealer:
    """Deals a table as the desk has it: whatever the view asks, and nothing that it does not."""

    def __init__(self, desk: Desk, name: str, pick: random.Random) -> None:
        self.desk, self.name, self.pick = desk, name, pick
        self.entered = 0
        self.prompts: list[Any] = []

    @property
    def table(self) -> Any:
        return self.desk.table(self.name)

    def session(self, election: Election | None = None) -> Session:
        crew = self.table.game.dealt_by
        if election is not None and election.to == "floor":
            return self.desk.role("floor", self.name)
        return self.desk.person(crew[0], self.name)

    async def answer(self, election: Election) -> None:
        """What is asked of the dealer, the floor or a seat, by default or at random."""
        options = [option for option in election.options if not option.most or option.unit == "cents"]
        option = election.default or self.pick.choice(options or election.options)
        if isinstance(election.to, int) and options and self.pick.random() < 0.5:
            option = self.pick.choice(options)
        answer = option.answer(election.to)
        try:
            await self.desk.say(self.name, self._who(election), answer)
        except Refused:
            usual = (election.default or election.options[0]).answer(election.to)
            await self.desk.say(self.name, self._who(election), usual)

    def _who(self, election: Election) -> Session:
        for role in self.desk.table(self.name).game.staff_questions:
            if role.kind == election.kind:
                return self.desk.person(role.roles[0], self.name)
        return self.session(election)

    async def bets(self) -> None:
        window = self.table.round.pending
        here = self.table.state.seats
        for seat in (*here.players, *here.boxes):
            offers = [o for o in window.menu.offers(seat, here.player(seat)) if o.says == "wager"]
            main = next((o for o in offers if not self.table.game.wager(o.wager).needs), offers[0])
            await self.desk.say(self.name, self.session(), tender(seat, main, lambda n: 0))
        for _ in range(4):
            try:
                self.table.round.pending.check(close_betting())
            except Refused as refusal:
                wanted = required(self.table.round, refusal)
                assert wanted is not None
                await self.desk.say(self.name, self.session(), wanted)
        await self.desk.do(self.name, self.session(), do="no_more_bets")

    async def round(self) -> None:
        number, bet = self.table.state.felt.number, False
        for _ in range(400):
            table = self.table
            if table.round is None:
                if table.state.felt.number > number and bet:
                    return
                await self.desk.sign_all(self.name)
                await self.desk.take_and_pay(self.name)
                await self.desk.settle(self.name, 3)
                continue
            pending = table.round.pending
            if isinstance(pending, Window):
                await self.bets()
                bet = True
            elif isinstance(pending, Draw):
                prompt = deal_prompt(table)
                assert prompt is not None
                assert not pending.face or prompt.card is not None or prompt.tells, (
                    "nobody is told whom the card is for"
                )
                self.prompts.append(prompt)
                shown = view(self.desk.host(self.name), self.session())
                assert shown.deal == prompt
                await self.desk.say(self.name, self.session(), weighted(pending, self.pick.randrange))
                self.entered += 1
            else:
                await self.answer(self.pick.choice(table.round.elections()))
        raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", kin.names())
def test_a_person_deals_every_game_to_patrons_without_a_device(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(game, game, game, FOLLOWED)]) as desk:
            dealer = Dealer(desk, game, random.Random(15))
            for seat in (1, 3):
                await desk.do(game, dealer.session(), do="seat_patron", seat=seat, amount=1_000_000)
            if dealer.table.rules.posted.boxes > 1:
                await desk.do(game, dealer.session(), do="give_box", seat=3, box=4)
            await desk.open_by_hand(game)
            for number in range(MOST_ROUNDS):
                if number < ROUNDS or not dealer.entered:  # where everybody folds, nothing is turned
                    await dealer.round()
            table = desk.table(game)
            assert dealer.entered
            assert (4 in table.state.seats.boxes) is (table.rules.posted.boxes > 1)
            held = {
                "rack": sum(table.state.ledger.chips(seat) for seat in table.state.seats.players),
                "number": table.state.felt.number,
            }
            desk.host(game).recover()
            again = desk.table(game)
            assert held == {
                "rack": sum(again.state.ledger.chips(seat) for seat in again.state.seats.players),
                "number": again.state.felt.number,
            }
            verify_entries(list(desk.house.store.entries(game)))
            assert {CHANCE} >= {a.by for a in getattr(again.round, "history", ()) if getattr(a, "says", "") == "?"}

    run(work)


def test_i_gen_40_what_a_card_put_down_has_settled_cannot_be_taken_back(tmp_path: Path) -> None:
    """A Lucky Ladies wager is paid when the hole card lies down: the card before it stands from then on."""
    name = "blackjack"

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(name, name, name, FOLLOWED)]) as desk:
            dealer = Dealer(desk, name, random.Random(1))
            await desk.do(name, dealer.session(), do="seat_patron", seat=3, amount=100_000)
            await desk.open_by_hand(name)
            while not isinstance(getattr(dealer.table.round, "pending", None), Window):
                if dealer.table.round is None:
                    await desk.sign_all(name)
                    await desk.settle(name, 3)
                else:
                    await dealer.answer(dealer.table.round.elections()[0])
            for wager in ("blackjack", "lucky_ladies"):
                answer = {"says": "wager", "wager": wager, "amount": 1000, "by": 3}
                await desk.do(name, dealer.session(), answer=answer)
            await desk.do(name, dealer.session(), do="no_more_bets")
            for card in ("QH", "6D"):
                await desk.do(name, dealer.session(), answer={"says": card, "by": "chance"})
            await desk.do(name, dealer.session(), do="correct")
            for card in ("6D", "QH"):
                await desk.do(name, dealer.session(), answer={"says": card, "by": "chance"})
            assert any(isinstance(event, Paid) for event in dealer.table.play.events)
            with pytest.raises(Refused, match="no outcome to take back"):
                await desk.do(name, dealer.session(), do="correct")
            assert dealer.table.state.ledger.balance(LAYOUT) == sum(dealer.table.state.felt.up.values())

    run(work)


@pytest.mark.parametrize("game", ["pai-gow", "pai-gow-poker"])
def test_a_turned_card_of_a_hand_that_was_set_is_taken_back_and_something_reported_instead(game: str) -> None:
    """I-GEN-40, 621a.5(b), 645a.7(b): the places of a set hand stay its places; a report is of the moment before the turn."""
    pick, found = random.Random(3), catalogue.game(game)
    play = Round(
        found, found.example(), found.open(found.example()), RoundStart(1, seated=(1,)), may_lie_face_down=True
    )
    while not (type(play.pending) is Draw and play.pending.place):
        if isinstance(play.pending, Window):
            offers = [o for o in play.pending.menu.offers(1) if o.says == "wager"]
            up = any(getattr(item, "says", "") == "wager" for item in play.history)
            play.answer(close_betting() if up else tender(1, offers[0], lambda n: 0))
        elif isinstance(play.pending, Draw):
            try:
                play.answer(Answer(CHANCE, FACE_DOWN))
            except Refused:
                play.answer(weighted(play.pending, pick.randrange))
        else:
            asked = play.elections()[0]
            low = next((option for option in asked.options if option.says == "low"), None)
            play.answer((low or asked.default or asked.options[0]).answer(asked.to))
    assert play.possible([1]), "while a card is to be turned"
    while type(play.pending) is Draw and play.pending.place:
        asked_for, told = play.pending.place, len(play.known_events)
        play.answer(weighted(play.pending, pick.randrange))
        again = play.before(len(play.history) - 1)
        assert isinstance(again.pending, Draw)
        assert (again.pending.place, len(again.known_events)) == (asked_for, told)


def test_a_place_that_is_none_is_refused() -> None:
    assert revived(Answer(1, "low", cards=("?²", "?9", "?0", "?1")), ["AS"]).cards == ("?²", "?9", "?0", "AS")
