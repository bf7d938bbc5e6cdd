"""Thousands of rounds made void at random moments: each gives back exactly the wagers that were up, by the floor alone, and stays
visible.

In random play of every game the floor reports what might have happened, at whatever is being asked. Where that makes the round
void, every player has in the rack what was there and what lay on the layout, to the cent; the round is marked void, and what was
recorded before it still is. A player who reports is refused. Control: a house that keeps a cent must be found out.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from pitboss import catalogue
from pitboss.house.founding import Plan
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.ledger import INVENTORY
from pitboss.procedure import FLOOR, Refused, Window
from tests.house.desk import Desk, check, random_round
from tests.house.sending import buy_chips

VOIDS = 5_000
MOST_ROUNDS = 100  # of one game, for each void that is sought: some are seldom possible
WITHOUT = 300  # rounds without a void, after which nothing makes a round of a game void once betting is closed
PRACTICE = Settings(
    practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=1e9, buy_in=500_000
)


class Wrong(AssertionError):
    """A void that gave back something else, or that anybody could declare."""


class Voids:
    """One game in a house of its own."""

    def __init__(self, database: Path, game: str, seed: int) -> None:
        self.game, self.pick = game, random.Random(seed)
        self.desk = Desk(database, [Plan(game, game, game, PRACTICE)])
        self.kinds = [kind.name for kind in catalogue.game(game).irregularities]
        self.done: Counter[str] = Counter()  # by what was reported
        self.remedied = self.rounds = 0
        self.players: dict[int, Session] = {}

    async def between(self) -> None:
        await self._floor_answers()
        if self.desk.table(self.game).round is None or self.pick.random() > 0.3:
            return
        for kind in self.pick.sample(self.kinds, min(3, len(self.kinds))):
            if await self._report(kind):
                break
        await self._floor_answers()

    async def _floor_answers(self) -> None:
        """What a report has the floor decide."""
        while (play := self.desk.table(self.game).round) is not None:
            asked = [one for one in play.elections() if one.to == FLOOR]
            if not asked:
                return
            option = self.pick.choice(asked[0].options)
            floor = self.desk.role("floor", self.game)
            await self._judged(option.says, self.desk.say(self.game, floor, option.answer(FLOOR)))

    async def _report(self, kind: str) -> bool:
        """Whether it could have happened."""
        desk, seat = self.desk, self.pick.choice(list(self.players))
        report: dict[str, Any] = {"do": "report", "report": {"kind": kind, "seat": seat}}
        try:
            await desk.do(self.game, self.players[seat], **report)
        except Refused as refusal:
            if refusal.why != "wrong_role":
                raise Wrong(f"{self.game}: a player may report {kind}: {refusal.sentence}") from None
        else:
            raise Wrong(f"{self.game}: a player has reported {kind}")
        return await self._judged(kind, desk.do(self.game, desk.role("floor", self.game), **report))

    async def _judged(self, kind: str, act: Awaitable[Any]) -> bool:
        """Whether the floor could do it; and what came of it is looked at."""
        desk, table = self.desk, self.desk.table(self.game)
        play = table.round
        assert play is not None
        due = {one: table.state.ledger.chips(one) + table.state.felt.stakes(one) for one in self.players}
        up, number = sum(table.state.felt.up.values()), table.state.felt.number
        first, betting = table.journal.sequence, isinstance(play.pending, Window)
        try:
            await act
        except Refused:
            return False
        table = desk.table(self.game)
        check(table)
        row = next((row for row in desk.house.store.history.rounds(self.game, number + 1, 1) if row[0] == number), None)
        if row is None or not row[-1]:
            self.remedied += 1
            return True
        if (now := {one: table.state.ledger.chips(one) for one in self.players}) != due:
            raise Wrong(f"{self.game}, {kind}: {now} after a void that owed {due}")
        if row[1] > first or table.journal.sequence <= first:
            raise Wrong(f"{self.game}, {kind}: what was recorded before the void is not in its round")
        if up and not betting:
            self.done[kind] += 1
        return True

    async def run(self, voids: int) -> None:
        async with self.desk:
            if not self.kinds:
                return
            for _ in range(min(2, self.desk.table(self.game).rules.posted.seats)):
                session = await self.desk.sit(self.game)
                self.players[session.seat] = session
            while sum(self.done.values()) < voids and self.rounds < MOST_ROUNDS * max(1, voids):
                await random_round(self.desk, self.game, self.players, self.pick, self.between)
                self.rounds += 1
                if self.rounds > WITHOUT and not self.done:
                    return
                self.desk.clock.pass_by(1)
                for seat, session in self.players.items():
                    with suppress(Refused):
                        if self.desk.table(self.game).state.ledger.chips(seat) < 10_000:
                            await buy_chips(self.desk.host(self.game), session, self.desk.key())


def campaign(folder: Path, games: list[str], voids: int, seed: int = 1) -> list[Voids]:
    """So many in each game in which a round can be void; the first that is wrong stops it."""
    done = []
    for game in games:
        one = Voids(folder / f"{game}.db", game, seed)
        asyncio.run(one.run(voids))
        done.append(one)
    return done


@contextmanager
def keeping_a_cent() -> Iterator[None]:
    """Control."""
    report = Table.report

    def keeps(self: Table, *given: Any, **named: Any) -> Any:
        found = report(self, *given, **named)
        if self.play.void:
            self.state.ledger.move(self.state.ledger.rack(1), INVENTORY, 1)
        return found

    with mock.patch.object(Table, "report", keeps):
        yield


def main(voids: int = VOIDS) -> None:
    began, made, rounds, kinds = time.process_time(), 0, 0, 0
    with tempfile.TemporaryDirectory() as place:
        games, part, seed = list(catalogue.games()), 20, 1
        while made < voids:
            found = campaign(Path(tempfile.mkdtemp(dir=place)), games, part, seed)
            games = [one.game for one in found if one.done]
            made, rounds = (
                made + sum(sum(one.done.values()) for one in found),
                rounds + sum(one.rounds for one in found),
            )
            kinds = max(kinds, sum(len(one.done) for one in found))
            print(f"  {made} voids of {kinds} kinds in {rounds} rounds of {len(games)} games", flush=True)
            part, seed = min(200, -(-(voids - made) // len(games))), seed + 1
        with keeping_a_cent():
            try:
                campaign(Path(tempfile.mkdtemp(dir=place)), ["go-fore-it"], 5)
            except (Wrong, AssertionError) as wrong:
                print(f"{made} voids, 0 wrong, {time.process_time() - began:.0f} CPU s; control: {str(wrong)[:100]}")
                return
    sys.exit("soak: a house that keeps a cent of a void was not found out")


if __name__ == "__main__":
    main()
