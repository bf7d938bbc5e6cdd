"""A hundred thousand wagers around "no more bets": what came before the moment of closing is in, what came at it or after is not.

Clients send wagers at random moments around each cut-off, several waiting at once while the table is busy, in an order of their
own, and naming the round before at times. The house's clock alone decides, at the moment of arrival. Control: a table that looks at
its clock after it has carried out what was sent must be found out.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from pitboss.house.commands.answer import AnswerQuestion
from pitboss.house.founding import Plan
from pitboss.house.host.host import Host
from pitboss.house.host.mailbox import Job
from pitboss.house.table.entries import Settings
from pitboss.procedure import Refused
from tests.house.desk import Desk
from tests.house.sending import said

TENDERS = 100_000
TABLE, BETTING = "roulette", 20.0
TIMED = Settings(
    practice=True, betting_seconds=BETTING, election_seconds=0, settled_seconds=1, absence_seconds=1e9, buy_in=10**8
)
AT_ONCE = 30  # around one cut-off
TICK = 2.0**-10  # seconds: sums of it are exact, so that some wagers come at the very moment of the cut-off


class Outcome(msgspec.Struct):
    tenders: int = 0
    cut_offs: int = 0
    taken: int = 0
    late: int = 0
    at: int = 0  # of those that were late, at the very moment
    wrong: str = ""


async def campaign(database: Path, tenders: int, seed: int = 1) -> Outcome:
    """Until so many were sent, or one is wrong."""
    done, pick = Outcome(), random.Random(seed)
    async with Desk(database, [Plan(TABLE, TABLE, TABLE, TIMED)]) as desk:
        player = await desk.sit(TABLE)
        while done.tenders < tenders and not done.wrong:
            await one_cut_off(desk, player, pick, done)
            if desk.table(TABLE).state.ledger.chips(player.seat) < 10**6:
                return done
    return done


async def one_cut_off(desk: Desk, player: Any, pick: random.Random, done: Outcome) -> None:
    for _ in range(200):  # until the round before is over; the first wager opens the next
        if not desk.table(TABLE).state.felt.stakes(player.seat):
            break
        await desk.settle(TABLE, 1.0)
    await desk.bet(TABLE, player, "red", 500)
    cut_off, moment = desk.host(TABLE).dealer.deadline(), desk.moment(TABLE)
    assert cut_off is not None
    number, rack = desk.table(TABLE).state.felt.number, desk.table(TABLE).state.ledger.chips(player.seat)
    desk.clock.pass_by(cut_off - desk.clock.elapsed() - 24 * TICK)
    sent = []
    for _ in range(AT_ONCE):  # nothing is carried out until we wait
        desk.clock.pass_by(pick.choice((0, 1, 4)) * TICK)
        other = pick.random() < 0.1
        meant = moment | (pick.choice(({"round": number - 1}, {"question": moment["question"] + 1})) if other else {})
        answer = said("wager", pick.choice(("red", "black", "odd")), "", 500)
        future = desk.host(TABLE).do(player, AnswerQuestion(key=desk.key(), **answer, **meant))
        sent.append((desk.clock.elapsed(), other, future))
    if desk.clock.elapsed() < cut_off:
        desk.clock.pass_by(cut_off - desk.clock.elapsed())
    told = await asyncio.gather(*(future for _, _, future in sent), return_exceptions=True)
    for (arrived, other, _), reply in zip(sent, told, strict=True):
        taken, due = not isinstance(reply, Refused), arrived < cut_off and not other
        done.taken, done.late = done.taken + taken, done.late + (arrived >= cut_off)
        done.at += arrived == cut_off
        if taken != due:
            how = f"{(arrived - cut_off) * 1000:.0f} ms after the cut-off of round {number}"
            done.wrong = done.wrong or f"a wager {how} was {'taken' if taken else f'refused: {reply}'}"
    done.tenders, done.cut_offs = done.tenders + len(sent), done.cut_offs + 1
    staked = sum(1 for (arrived, other, _) in sent if arrived < cut_off and not other) * 500
    table = desk.table(TABLE)
    if (
        not done.wrong
        and table.state.felt.number == number
        and rack - table.state.ledger.chips(player.seat) != staked
        and table.round is not None
    ):
        done.wrong = f"round {number} has ${staked / 100:.2f} less in its rack than was acknowledged"


@contextmanager
def looking_later() -> Iterator[None]:
    """Control: what was sent is carried out, and then the clock is looked at."""
    carry_out = Host._carry_out

    def hasty(self: Host, job: Job) -> Any:
        job.arrived = 0.0
        return carry_out(self, job)

    with mock.patch.object(Host, "_carry_out", hasty):
        yield


def main(tenders: int = TENDERS) -> None:
    with tempfile.TemporaryDirectory() as place:
        began = time.process_time()
        done = asyncio.run(campaign(Path(place) / "house.db", tenders))
        print(f"{done} {time.process_time() - began:.0f} CPU s", flush=True)
        with looking_later():
            control = asyncio.run(campaign(Path(place) / "hasty.db", 300))
        print(f"control: {control.wrong or 'not found out'}")
    if done.wrong or not control.wrong or done.tenders < tenders:
        sys.exit("soak: late bets failed")


if __name__ == "__main__":
    main()
