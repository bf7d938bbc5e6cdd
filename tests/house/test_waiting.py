"""A table never waits for something that nobody is asked: whoever does all that is shown to them ends every round."""

import random
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.protocol.views import View
from pitboss.house.table.entries import Settings
from pitboss.house.wire import pit_lines
from pitboss.house.wire.view import view
from pitboss.procedure import FLOOR, Offer, Refused
from pitboss.roles import Role
from pitboss.testkit.random_play import tender
from tests.house.desk import Desk, run
from tests.house.sending import leave_table
from tests.house.viewer import Onlooker

T = "table"
WAYS = {
    "practice": Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=20),
    "practice, hurried": Settings(practice=True, betting_seconds=12, election_seconds=10, settled_seconds=3),
    "betting timed": Settings(betting_seconds=12, election_seconds=0, settled_seconds=3, absence_seconds=20),
    "timed": Settings(betting_seconds=12, election_seconds=10, settled_seconds=3, absence_seconds=20),
    "no time limits": Settings(betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=20),
}
PATIENCE = 60.0  # seconds, at most, until the house answers for somebody who is gone
ROUNDS, STEPS = 4, 400  # rounds of each game in each way, and what may be done in one of them


class Waits(AssertionError):
    """A table waits, and nobody was asked for anything."""


class Sitter(Onlooker):
    """Whoever does what their view shows them, and nothing else."""

    def __init__(self, host: Host, session: Session) -> None:
        super().__init__(session)
        self.host = host

    @property
    def view(self) -> View:
        return view(self.host, self.session)


class Party:
    """Some players at one table, of whom some go away in the midst of a round."""

    def __init__(self, desk: Desk, pick: random.Random) -> None:
        self.desk, self.pick = desk, pick
        self.reports, self.reported, self.floor_asked = False, set[str](), 0
        self.host, self.sitters, self.gone = desk.host(T), list[Sitter](), list[Sitter]()

    async def sit(self) -> None:
        sitter = Sitter(self.host, await self.desk.sit(T))
        self.host.presence.join(sitter)
        self.sitters.append(sitter)

    async def go(self) -> None:
        """One of them loses the connection or leaves; one stays."""
        sitter = self.pick.choice(self.sitters[1:])
        self.sitters.remove(sitter)
        self.host.presence.part(sitter)
        if self.pick.random() < 0.5:
            try:
                await leave_table(self.host, sitter.session, self.desk.key())
            except Refused:  # their wagers have to be decided first
                self.gone.append(sitter)
        else:
            self.gone.append(sitter)

    async def play_a_round(self) -> None:
        """Wager something, one of them perhaps goes, and what is shown is done until the round is over."""
        table = self.desk.table(T)
        first = table.state.felt.number + (table.round is None)
        leaves_at = self.pick.randrange(1, 12) if len(self.sitters) > 1 and self.pick.random() < 0.6 else 0
        wagered = 0
        for step in range(STEPS):
            table = self.desk.table(T)
            if table.state.felt.number > first or (table.state.felt.number == first and table.round is None):
                return
            if step == leaves_at and leaves_at:
                await self.go()
            if self.reports and self.pick.random() < 0.15:
                await self._report()
            wagered += await self._act(may_wager=wagered < 4)
        shown = self.sitters[0].view
        raise Waits(f"{table.game.name} round {first}: {shown.phase}, asked {shown.asked}, {shown.waits!r}")

    async def _report(self) -> None:
        """The floor reports something that could have gone wrong."""
        console = self.desk.role("floor", T)
        could = [one for one in view(self.host, console).you.possible if one.kind not in self.reported]
        if could:
            found = self.pick.choice(could)
            self.reported.add(found.kind)
            report = {"kind": found.kind} | ({"seat": self.pick.choice(found.seats)} if found.seats else {})
            try:
                await self.desk.do(T, console, do="report", report=report)
            except Refused:  # it lacks particulars
                return

    async def _act(self, *, may_wager: bool) -> int:
        """What one of them sees to do; else time passes. Returns how many wagers were made."""
        desk, who = self.desk, self.pick.choice(self.sitters)
        for sitter in self.sitters:
            for question in sitter.view.you.questions:
                option = question.default or question.options[0]
                try:
                    await desk.say(T, sitter.session, option.answer(question.to))
                except Refused as refusal:
                    assert refusal.why == "not_enough_chips", refusal
                    await desk.say(T, sitter.session, question.options[-1].answer(question.to))
                return 0
        shown = who.view
        if asked := [one for one in shown.asked if one.to == FLOOR]:  # everybody sees it, and the floor can answer
            console = desk.role("floor", T)
            self.floor_asked += 1
            waiting = [one.words for one in pit_lines.line(self.host, desk.house.founded[T], None).waiting]
            assert any(asked[0].kind in words.lower() for words in waiting), waiting  # and the pit lists it
            question = next(q for q in view(self.host, console).you.questions if q.kind == asked[0].kind)
            await desk.say(T, console, self.pick.choice(question.options).answer(FLOOR))
            return 0
        if shown.phase == "betting":
            if (may_wager or shown.waits) and (
                offers := [offer for offer in shown.you.offers if offer.says == "wager"]
            ):
                if await self._tender(who, self.pick.choice(offers)):
                    return 1
        late = [one for one in self.sitters if one.session.seat not in shown.ready]
        if desk.table(T).state.filing.settings.practice and shown.phase in ("betting", "settled") and late:
            who = self.pick.choice(late)
            try:
                await desk.do(T, who.session, do="ready")
                return 0
            except Refused:  # what they wagered does not stand alone: they take it back
                if back := [offer for offer in who.view.you.offers if offer.says == "remove"]:
                    await self._tender(who, self.pick.choice(back))
                    return 0
        await self._time_passes()
        return 0

    async def _tender(self, who: Sitter, offer: Offer) -> bool:
        try:
            await self.desk.say(T, who.session, tender(who.session.seat, offer, lambda n: 0))
        except Refused:
            return False
        return True

    async def _time_passes(self) -> None:
        """Until the table looks at the clock again; it has to, where nobody is asked."""
        now, shown = self.desk.clock.elapsed(), self.sitters[0].view
        due = self.host.dealer.next_deadline(now)
        if due is None or (shown.asked and due > now + PATIENCE):
            raise Waits(f"{self.desk.table(T).game.name}: {shown.phase}, {shown.asked}, {shown.blocked!r}, {due}")
        await self.desk.settle(T, max(0.0, due - now) + 0.001)


async def party(folder: Path, game: str, settings: Settings, seed: int, rounds: int, *, reports: bool = False) -> int:
    """How often the floor was asked something."""
    pick = random.Random(f"{game}/{seed}")
    async with Desk(folder / f"{game}-{seed}.db", [Plan(T, game, game, settings)]) as desk:
        players = Party(desk, pick)
        players.reports = reports
        for _ in range(rounds):
            while len(players.sitters) < 3:
                try:
                    await players.sit()
                except Refused:
                    break
            await players.play_a_round()
            for sitter in players.gone:
                desk.host(T).presence.out_of_reach.setdefault(sitter.session.seat, 0.0)
    return players.floor_asked


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", catalogue.games())
def test_whoever_does_what_is_shown_ends_every_round(tmp_path: Path, game: str, way: str) -> None:
    """With one, two and three players, of whom some go in the midst of a round."""

    async def work() -> Any:
        await party(tmp_path, game, WAYS[way], 1, ROUNDS)

    run(work)


@pytest.mark.parametrize("game", ["sic-bo", "blackjack", "craps"])
def test_625a_7_b_a_table_that_waits_for_the_floor_says_so_to_everybody(tmp_path: Path, game: str) -> None:
    """Something goes wrong that only the floor can end: players see what is waited for, and the pit and the floor are asked."""

    async def work() -> int:
        return sum([await party(tmp_path, game, WAYS["practice"], seed, ROUNDS, reports=True) for seed in range(3)])

    asked = run(work)
    assert asked or game == "craps"


def test_time_closes_betting_where_nobody_else_does(tmp_path: Path) -> None:
    """A timed table that software deals has a time limit for betting; the floor file and the console refuse it without."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", [Plan(T, "roulette", "Roulette", WAYS["timed"])]) as desk:
            manager = desk.person(Role.MANAGER)
            with pytest.raises(Refused, match="only time closes betting"):
                await desk.do(T, manager, do="change_settings", settings={"betting_seconds": 0})
            await desk.do(T, manager, do="change_settings", settings={"betting_seconds": 1})

    run(work)
