"""The whole record looked through on demand, in a thread, while the house is open; who asked and what was found is recorded."""

import asyncio
from pathlib import Path

import msgspec

from pitboss.house import readings
from pitboss.house.cage.conserved import of_database
from pitboss.house.clock import Clock
from pitboss.house.people.entries import RecordVerified
from pitboss.house.people.register import Register
from pitboss.house.protocol.board import VerificationState
from pitboss.house.storage.audit import Audited, NotInOrder, checkpoint_given
from pitboss.house.storage.backup import check_in_use
from pitboss.house.storage.record_file import as_file
from pitboss.house.storage.store import Store
from pitboss.house.table.replay_all import replay_database
from pitboss.house.table.verify import NotReplayed
from pitboss.journal import Actor
from pitboss.procedure import Refusal, Refused
from pitboss.tlog.note import Checkpoint

LOOKED_THROUGH = 0.1  # of the work where rounds are played again too: it takes some ten times as long


class Verification:
    """One at a time."""

    def __init__(self, store: Store, register: Register, clock: Clock | None = None) -> None:
        self._store, self._register, self._clock = store, register, clock or Clock()
        self.state = VerificationState()

    def latest(self) -> VerificationState:
        """How far it is, or what was found last: in this process, or as the record says."""
        known = self._register.upkeep.verified
        if known is None or self.state.state == "running" or known[0] <= self.state.ended:
            return self.state
        time, made = known
        return VerificationState("done" if made.in_order else "failed", 1.0, sentence=made.found, ended=time)

    def check_free(self, checkpoint: str) -> None:
        """Refuse a second one at a time, and what is no checkpoint."""
        if checkpoint.strip():
            checkpoint_given(checkpoint)
        if self.state.state == "running":
            raise Refused(Refusal.STALE, "The record is being verified already.", "")

    async def run(self, by: Actor, checkpoint: str = "", *, replay: bool = False) -> NotInOrder | None:
        """Look through everything, and through the checkpoint that somebody kept, if one is given; what is not in order.

        ``replay``: every round is played again as well, by the rules that played it, in processes of their own.
        """
        self.check_free(checkpoint)
        given = [checkpoint_given(checkpoint)] if checkpoint.strip() else []
        self.state = VerificationState("running", started=self._clock.stamp())
        broken: NotInOrder | None = None
        try:
            found, rounds = await asyncio.to_thread(self._look_through, given, replay)
            sentence, entries = str(found), found.entries
            if replay:
                sentence = f"{sentence} {rounds:,} rounds were played again, all as recorded."
        except Refused as refusal:
            broken = refusal if isinstance(refusal, NotInOrder) else NotInOrder("", refusal.sentence)
            sentence, entries = broken.sentence, 0
        except Exception as error:
            self.state = VerificationState(
                "failed", sentence=f"The record could not be read: {error}.", ended=self._clock.stamp()
            )
            raise
        await self._register.enter(RecordVerified(sentence, broken is None, by))
        self.state = VerificationState(
            "done" if broken is None else "failed",
            1.0,
            entries,
            sentence,
            self.state.started,
            self._clock.stamp(),
        )
        return broken

    def _look_through(self, given: list[Checkpoint], replay: bool) -> tuple[Audited, int]:
        part = LOOKED_THROUGH if replay else 1.0
        with as_file(self._store) as database:
            found = check_in_use(database, self._store.sealer, given, lambda done: self._progress(done * part))
            of_database(database, self._store.sealer)
            readings.of_database(database, self._store.sealer)
            return found, self._replay(database, found.entries) if replay else 0

    def _replay(self, database: Path, entries: int) -> int:
        """Play every round again; how many there were."""
        played, rounds = 0, 0

        def heard(more: int) -> None:
            nonlocal played
            played += more
            self._progress(LOOKED_THROUGH + (1 - LOOKED_THROUGH) * min(1.0, played / max(1, entries)))

        for verdict in replay_database(database, sealer=self._store.sealer, apart=True, heard=heard):
            if isinstance(verdict, NotReplayed):
                raise NotInOrder(verdict.table, str(verdict).partition("\n")[0])
            rounds += verdict.found.rounds
        return rounds

    def _progress(self, done: float) -> None:
        if self.state.state == "running":
            self.state = msgspec.structs.replace(self.state, done=done)

    async def close(self) -> None:
        """Whatever is going on is finished first: a thread cannot be stopped."""
        while self.state.state == "running":
            await asyncio.sleep(0.05)
