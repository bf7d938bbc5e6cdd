"""Many clients at the same tables at the same time: what each of them is told is what it would be if they came one after the other.

Clients wager, take back, decide and are ready, lawfully or not, for this moment or one that has passed, and repeat themselves under
the same key. Then the record is played again, alone and entry by entry:

- every accepted answer is in the record once, and its reply names a moment after it and before the next answer of anybody;
- no refused answer is in the record, and a table to which nobody else comes would have refused it for the same reason
  at one of the moments between its being sent and its reply;
- the same key has the same reply, however often it is sent;
- the table that played and the table that was played again are equal.

Control: a house that does what several clients sent before it lets the dealer go on is found out.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.founding import Plan
from pitboss.house.host.command import Command
from pitboss.house.host.host import Host
from pitboss.house.host.sessions import Session
from pitboss.house.table.entries import Settings
from pitboss.house.table.table import Table
from pitboss.journal import Entry, Step
from pitboss.procedure import Answer, Refused, Window
from pitboss.testkit.random_play import elect, tender
from tests.house.desk import Desk, check, fingerprint
from tests.house.sending import command_of, said

CLIENTS, OPERATIONS, SEEDS = 50, 400, 50
GAMES = ("roulette", "blackjack", "craps", "go-fore-it", "pai-gow-poker", "casino-war", "minibaccarat", "over-under")
PRACTICE = Settings(practice=True, betting_seconds=0, election_seconds=0, settled_seconds=0)
REPEATED, STALE, UNLAWFUL = 0.1, 0.1, 0.15  # of what is sent
RECENT = 5  # of a client's own commands, whose refusal the house still knows
_step = msgspec.json.Decoder(Step)


class Sent(msgspec.Struct):
    """A command, when it was sent and answered (by the number of entries then), and its reply or why it was refused."""

    client: "Client"
    command: Command
    before: int
    after: int = 0
    sequence: int = 0
    why: str = ""


class Outcome(msgspec.Struct):
    """What came of a campaign; ``complaint`` is empty where everything was as if it had come one after the other."""

    accepted: int = 0
    refused: int = 0
    repeated: int = 0
    complaint: str = ""

    def __str__(self) -> str:
        words = f"{self.accepted} accepted, {self.refused} refused, {self.repeated} repeated"
        return f"{words}; {self.complaint or 'all as if one after the other'}"


class Client:
    """Somebody at one table."""

    def __init__(self, desk: Desk, table: str, session: Session, seed: str) -> None:
        self._desk, self.table, self.session, self._pick = desk, table, session, random.Random(seed)
        self.sent: list[Sent] = []
        self.repeated = 0

    @property
    def _host(self) -> Host:
        return self._desk.host(self.table)

    def scope(self, command: Command) -> str:
        """The name that the record has for a command."""
        return self._host.replies.name(self.session, command.key)

    async def play(self, operations: int) -> None:
        for _ in range(operations):
            for _ in range(self._pick.randrange(3)):
                await asyncio.sleep(0)
            known = [one for one in self.sent if not one.why] + self.sent[-RECENT:]  # refusals are not kept for ever
            if known and self._pick.random() < REPEATED:
                await self._repeat(self._pick.choice(known))
            else:
                self.sent.append(await self._send(self._wish()))

    async def _send(self, command: Command) -> Sent:
        journal = self._host.require_table().journal
        made = Sent(self, command, journal.sequence)
        try:
            made.sequence = (await self._host.do(self.session, command))["sequence"]
        except Refused as refused:
            made.why = str(refused.why)
        made.after = journal.sequence
        return made

    async def _repeat(self, earlier: Sent) -> None:
        again = await self._send(earlier.command)
        assert (again.sequence, again.why) == (earlier.sequence, earlier.why), "a repeated command had another reply"
        self.repeated += 1

    def _wish(self) -> Command:
        """Something that may be done now, as far as this client sees; or not, on purpose."""
        pick, seat = self._pick, self.session.seat
        table = self._host.require_table()
        moment = self._desk.moment(self.table)
        if pick.random() < STALE:
            moment = {"round": max(1, moment["round"] - 1), "question": moment["question"]}
        play, answer = table.round, None
        if play is not None and isinstance(play.pending, Window):
            offers = play.pending.menu.offers(seat) if pick.random() < 0.8 else ()
            if offers:
                answer = tender(
                    seat, pick.choice(offers), lambda most: 0 if pick.random() < 0.7 else pick.randrange(most)
                )
        elif play is not None and (asked := play.questions(seat)):
            answer = elect(pick.choice(asked), pick.randrange)
        if answer is None:
            return command_of(self._desk.key(), do="ready", **moment)
        amount = -answer.amount - 1 if pick.random() < UNLAWFUL else answer.amount or None
        says = said(
            answer.says, answer.wager, answer.on, amount, answer.cards, answer.hand, form=answer.form, by=answer.by
        )
        return AnswerQuestion(key=self._desk.key(), **says, **moment)  # not decoded: the amount may be nonsense


async def race(database: Path, clients: int, operations: int, seed: int) -> Outcome:
    """One race, and what came of it."""
    pick = random.Random(seed)
    games = pick.sample(GAMES, 2)
    plans = [Plan(game, game, game, PRACTICE) for game in games]
    outcome = Outcome()
    async with Desk(database, plans) as desk:
        everybody: list[Client] = []
        for n in range(clients):
            game = games[n % len(games)]
            try:
                session = await desk.sit(game)
            except Refused:  # the table is full: the others share its seats as one player with several windows does
                session = pick.choice([one.session for one in everybody if one.table == game])
            everybody.append(Client(desk, game, session, f"{seed} {n}"))
        try:
            await asyncio.gather(*(client.play(operations) for client in everybody))
            for game in games:
                at = [sent for client in everybody if client.table == game for sent in client.sent]
                await desk.quiet(game)
                judge(desk.table(game), list(desk.house.store.entries(game)), at)
        except AssertionError as fault:
            outcome.complaint = f"seed {seed}: {fault}"
        sent = [one for client in everybody for one in client.sent]
        outcome.accepted = sum(not one.why for one in sent)
        outcome.refused = sum(bool(one.why) for one in sent)
        outcome.repeated = sum(client.repeated for client in everybody)
    return outcome


def judge(played: Table, record: list[Entry], sent: list[Sent]) -> None:
    """Raise unless the replies are those of a table to which everybody came one after the other."""
    steps = [(_step.decode(entry.payload).key, entry.sequence) for entry in record if entry.kind == "step"]
    places, keys = dict(steps), Counter(key for key, _ in steps)
    answers = [one for one in sent if isinstance(one.command, AnswerQuestion)]
    accepted = sorted((places.get(one.client.scope(one.command), 0), one.sequence) for one in answers if not one.why)
    assert all(place for place, _ in accepted), "an accepted answer is not in the record"
    assert all(keys[one.client.scope(one.command)] == (not one.why) for one in answers), (
        "an answer is there twice, or was refused"
    )
    for (place, reply), (following, _) in zip(accepted, [*accepted[1:], (len(record) + 1, 0)], strict=True):
        assert place <= reply < following, (
            f"the reply to entry {place} names {reply}; the next answer is entry {following}"
        )
    again, open_refusals = Table(played.name), [one for one in answers if one.why]
    ends = {reply for _, reply in accepted} | {one.sequence for one in sent}
    for entry in record:
        open_refusals = [one for one in open_refusals if not _explained(again, one, ends)]
        again.replay(entry)
    left = [one for one in open_refusals if not _explained(again, one, ends)]
    assert not left, (
        f"{left[0].command} was refused ({left[0].why}), and at no moment from {left[0].before} to {left[0].after} would be"
    )
    check(again)
    assert _state(again) == _state(played), "the table that was played again is another"


def _explained(table: Table, one: Sent, ends: set[int]) -> bool:
    """Whether a table would refuse a command for the same reason at this moment, if it is one at which commands are heard."""
    now = table.journal.sequence
    if not one.before <= now <= one.after or (now not in ends and now not in (one.before, one.after)):
        return False
    return _refusal(table, one) == one.why


def _refusal(table: Table, one: Sent) -> str:
    """Why a table to which nobody else comes refuses an answer; empty where it accepts it."""
    message, seat = one.command, one.client.session.seat
    assert isinstance(message, AnswerQuestion)
    try:
        message.check_moment(table)
        if table.round is None:
            return "" if message.says == "wager" else "betting_closed"
        amount = message.amount or 0
        answer = Answer(
            message.by or seat,
            message.says,
            message.wager,
            message.on,
            amount,
            message.cards,
            message.hand,
            message.form,
        )
        table.quote(answer)
        table.round.check(answer)
    except Refused as refused:
        return str(refused.why)
    return ""


def _state(table: Table) -> list[str]:
    """What has to be the same. Seeds that nobody has seen are in the house, and not in the record."""
    found = fingerprint(table)
    return [*found[:7], *found[9:]]


class Hasty(Host):
    """A table as it must not be: it does what several sent, and only then lets the dealer go on and answers them."""

    async def commit(self, done: list[Any]) -> None:
        for _, reply in done:
            if isinstance(reply, dict) and "sequence" in reply and self.table is not None:
                reply["sequence"] = self.table.journal.sequence
        await super().commit(done)


def campaign(seeds: int, clients: int, operations: int, first: int = 1) -> Outcome:
    total = Outcome()
    for seed in range(first, first + seeds):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(race(Path(folder) / "house.db", clients, operations, seed))
        total.accepted += found.accepted
        total.refused += found.refused
        total.repeated += found.repeated
        if found.complaint:
            total.complaint = found.complaint
            break
    return total


def main() -> None:
    began = time.monotonic()
    found = campaign(SEEDS, CLIENTS, OPERATIONS)
    print(f"{SEEDS} seeds of {CLIENTS} clients × {OPERATIONS}: {found} ({time.monotonic() - began:.0f} s)", flush=True)
    if found.complaint:
        sys.exit(1)


if __name__ == "__main__":
    main()
