"""Every phase of every game, disturbed: the house closed and opened, the table rebuilt, a write that fails, a player who is gone.

Whatever is being asked when it happens, the table is afterwards what it was, and the round goes on; for whoever is gone the house
answers, and that is marked. The campaign says which phases it has seen, and each of them has to have met every disturbance.
Control: a house that keeps what it could not write must be found out.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest import mock

from pitboss import catalogue
from pitboss.house.floor import Opening
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.house import House
from pitboss.house.storage.store import StorageFailed, Store
from pitboss.house.table.entries import Settings
from pitboss.procedure import Refused, Window
from tests.house.desk import Desk, check, fingerprint, random_round
from tests.house.sending import buy_chips

ROUNDS = 60  # of each game; then until every phase that was seen has met everything
MOST_ROUNDS = 400
PATIENCE = 120.0  # seconds of this machine, until a table goes on: never reached by one that does
OFTEN = 0.05  # how often a moment is disturbed that has met everything
PRACTICE = Settings(
    practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0, absence_seconds=1e9, buy_in=500_000
)
Phase = tuple[str, str]  # a game, and what is asked


class Wrong(AssertionError):
    """The table is not what it was, or the round did not go on."""


class Campaign:
    """One game in a house of its own."""

    def __init__(self, database: Path, game: str, seed: int) -> None:
        self.database, self.game, self.pick = database, game, random.Random(seed)
        self.plans = [Plan(game, game, game, PRACTICE)]
        self.desk = Desk(database, self.plans)
        self.met: Counter[tuple[Phase, str]] = Counter()
        self.seen: Counter[Phase] = Counter()
        self.rounds = 0
        self.players: dict[int, Session] = {}
        self._ways: dict[str, Callable[[], Any]] = {
            "opened anew": self._restart, "rebuilt": self._rebuild, "failed write": self._fail, "player gone": self._gone,
        }  # fmt: skip

    def phase(self) -> Phase:
        play = self.desk.table(self.game).round
        if play is None:
            return self.game, "between rounds"
        if isinstance(play.pending, Window):
            return self.game, "betting"
        return self.game, " and ".join(sorted({one.kind for one in play.elections()})) or type(play.pending).__name__

    async def between(self) -> None:
        await self.desk.quiet(self.game)  # what is due has been done
        now = self.phase()
        self.seen[now] += 1
        lacking = [way for way in self._ways if not self.met[now, way]]
        if not lacking and self.pick.random() > OFTEN:
            return
        way = self.pick.choice(lacking or list(self._ways))
        # a table that is open again goes on where nobody has to be waited for: the next round may have begun
        told_of = self._racks if now[1] == "between rounds" else self._everything
        before = told_of()
        await self._ways[way]()
        after = told_of()
        if way != "player gone" and after != before:
            part = next(number for number, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1])
            told = f"{before[part][:200]} → {after[part][:200]}"
            raise Wrong(f"{self.game} is another table ({way}, while {now[1]}): {told}")
        check(self.desk.table(self.game))
        self.met[now, way] += 1

    def _everything(self) -> list[str]:
        return fingerprint(self.desk.table(self.game))

    def _racks(self) -> list[str]:
        table = self.desk.table(self.game)
        return [
            f"{seat}: {table.state.seats.players[seat]} {table.state.ledger.chips(seat)}"
            for seat in sorted(table.state.seats.players)
        ]

    async def _restart(self) -> None:
        await self.desk.house.close()
        self.desk.house = House(Store(self.database), Opening(self.plans, demonstration=True), clock=self.desk.clock)
        await self.desk.house.open()
        await self.desk.quiet(self.game)
        self._reach()

    async def _rebuild(self) -> None:
        self.desk.host(self.game).recover()

    async def _fail(self) -> None:
        """The disk takes nothing while somebody answers: the answer is refused, and the table goes on as it was."""
        house, host = self.desk.house, self.desk.host(self.game)
        commit = house.store.commit

        async def full(_: Any) -> None:
            raise StorageFailed("The record could not be written: the disk is full.")

        house.store.commit = full  # type: ignore[method-assign, assignment]
        try:
            with suppress(Refused):
                await random_round(self.desk, self.game, self.players, self.pick)
        except (AssertionError, AttributeError, LookupError):
            pass  # what is asked does not change, or nothing is: it is no use to go on
        finally:
            house.store.commit = commit  # type: ignore[method-assign]
        await self._until_open(host)

    async def _until_open(self, host: Host) -> None:
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            if not host.suspension.sentence:
                return
            self.desk.clock.pass_by(3)
            host.jobs.ring()
            await asyncio.sleep(0.005)
        raise Wrong(f"{self.game} stands still: {host.suspension.sentence}")

    async def _gone(self) -> None:
        """One player is out of reach for a moment in which the house answers for them; the others' racks stay."""
        host, table = self.desk.host(self.game), self.desk.table(self.game)
        seat = self.pick.choice(list(self.players))
        was = {one: table.state.ledger.chips(one) + table.state.felt.stakes(one) for one in self.players if one != seat}
        host.presence.out_of_reach[seat] = self.desk.clock.elapsed()
        number = table.state.felt.number
        await self.desk.settle(self.game, 1.0)
        self._reach()
        table = self.desk.table(self.game)
        if table.state.felt.number == number and table.round is not None:
            now = {
                one: table.state.ledger.chips(one) + table.state.felt.stakes(one) for one in self.players if one != seat
            }
            if now != was:
                raise Wrong(f"{self.game}: others paid for a player who was gone: {was} → {now}")

    def _reach(self) -> None:
        self.desk.host(self.game).presence.out_of_reach.clear()

    def lacking(self) -> list[str]:
        """What a phase has not met, though it was seen as often as there are disturbances: each time it meets another."""
        return [
            f"{phase[0]}, {phase[1]}: {way}"
            for phase, times in self.seen.items()
            for way in self._ways
            if times >= len(self._ways) and not self.met[phase, way]
        ]

    def met_all(self) -> list[str]:
        """The phases that have met every disturbance."""
        return [phase[1] for phase in self.seen if all(self.met[phase, way] for way in self._ways)]

    async def run(self, rounds: int, most: int) -> None:
        async with self.desk:
            for _ in range(min(2, self.desk.table(self.game).rules.posted.seats)):
                session = await self.desk.sit(self.game)
                self.players[session.seat] = session
            while self.rounds < rounds or (self.lacking() and self.rounds < most):
                await random_round(self.desk, self.game, self.players, self.pick, self.between)
                self.rounds += 1
                self.desk.clock.pass_by(1)
                for seat, session in self.players.items():
                    with suppress(Refused):
                        if self.desk.table(self.game).state.ledger.chips(seat) < 10_000:
                            await buy_chips(self.desk.host(self.game), session, self.desk.key())


@contextmanager
def forgetful() -> Iterator[None]:
    """Control: a table that could not be written goes on with what is in memory."""
    recover = Host.recover

    def keeps(self: Host) -> None:
        if self.table is None:
            recover(self)
        self.suspension.sentence = self.suspension.cause = ""

    with mock.patch.object(Host, "recover", keeps):
        yield


def campaign(folder: Path, games: list[str], rounds: int, most: int, seed: int = 1) -> list[Campaign]:
    """What each game met; any difference stops it."""
    done = []
    for game in games:
        one = Campaign(folder / f"{game}.db", game, seed)
        asyncio.run(one.run(rounds, most))
        done.append(one)
    return done


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        began, phases, met = time.process_time(), 0, 0
        for one in campaign(Path(place), list(catalogue.games()), ROUNDS, MOST_ROUNDS):
            phases, met = phases + len(one.seen), met + sum(one.met.values())
            print(f"  {one.game}: {len(one.seen)} phases, {sum(one.met.values())} disturbances in {one.rounds} rounds")
            if lacking := one.lacking():
                sys.exit(f"soak: these phases did not meet everything: {'; '.join(lacking)}")
        print(f"{phases} phases, {met} disturbances, 0 differences, {time.process_time() - began:.0f} CPU s")
        with forgetful():
            try:
                campaign(Path(tempfile.mkdtemp(dir=place)), ["go-fore-it"], ROUNDS, ROUNDS)
            except Wrong as found:
                print(f"control: {str(found)[:120]}")
                return
        sys.exit("soak: a house that keeps what it could not write was not found out")


if __name__ == "__main__":
    main()
