"""What a house does for witnesses by itself: a file elsewhere that cosigns its heads, and cosignatures for other houses.

The file has a key of its own and what it has seen: a record that was cut off or replaced since is seen against it, also by this
house when it opens. It is worth as much as the place where it lies: on the disk of the record it shows what somebody did to
the database alone, on another machine what they did to this one.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.house.people.entries import WitnessNamed
from pitboss.house.storage.log import Log, head_of
from pitboss.house.storage.store import Write
from pitboss.house.witnessing import Broken, Witness, WitnessKeeper, pause_after
from pitboss.journal import Actor
from pitboss.procedure import Refused
from pitboss.tlog.note import Verifier, open_checkpoint
from pitboss.tlog.witness import Submission

if TYPE_CHECKING:
    from pitboss.house.house import House

log = logging.getLogger("pitboss")

LOOK_SECONDS = 60  # between two looks at another house: heads are made every minute
SETTINGS = Actor("", "the settings of the house", "automatic")


class OwnWitnesses:
    """The witness file of this house, and the houses for which it is a witness."""

    def __init__(self, house: "House", file: Path | None, others: Sequence[str] = ()) -> None:
        self._house, self._file, self._others = house, file, others
        self._keeper: WitnessKeeper | None = None
        self._one = threading.Lock()
        self.refused = ""  # why the file did not cosign the last head
        self.of_others: WitnessKeeper | None = None

    @property
    def vkey(self) -> str:
        """The public key under which this house cosigns for others; empty where it does not."""
        return self.of_others.vkey if self.of_others is not None else ""

    def warning(self) -> str:
        """Why nobody has to be believed but this house, as a sentence; empty where somebody else cosigns."""
        own = self._keeper.vkey if self._keeper is not None else ""
        if any(vkey != own for vkey in self._house.register.witnesses):
            return ""
        if not own:
            return "No witness cosigns the record of this house: nobody outside sees that it only grows."
        assert self._file is not None
        if self._on_the_disk_of_the_record(self._file):
            return f"Only a file on the disk of the record ({self._file.name}) cosigns it: nobody outside sees that it only grows."
        return ""

    def _on_the_disk_of_the_record(self, file: Path) -> bool:
        """A record on a server lies elsewhere than a file of this machine."""
        if self._house.processes.is_shared:
            return False
        try:
            return os.stat(file.parent).st_dev == os.stat(self._house.store.path.parent).st_dev
        except OSError:
            return False

    # --- the file

    async def open(self) -> None:
        """Name the file as a witness, unless the Board has ended that; begin as a witness of others."""
        if self._file is not None:
            try:
                self._keeper = _keeper(f"{self._house.record.log.signer.name}/file", self._file)
            except (OSError, Refused) as error:
                self._complain(f"{self._file} cannot be used: {error}")
            else:
                if self._keeper.vkey not in self._house.register.upkeep.witnesses:
                    await self._house.register.enter(WitnessNamed(self._keeper.vkey, SETTINGS))
        if self._others:
            beside = self._house.store.path.with_name(self._house.store.path.name + ".witnessing")
            self.of_others = _keeper(self._house.record.log.signer.name, beside)

    def cosign(self, made_by: Log, commit: Callable[[list[Write]], None]) -> None:
        """Have the file cosign the latest head, if the record only grew; it waits until both are on the disk."""
        if self._keeper is None or self._keeper.vkey not in self._house.register.witnesses:
            return
        with self._one:
            note, known = made_by.latest(), [Verifier(self._keeper.vkey)]
            if note is None:
                return
            head, seen = head_of(note), self._keeper.seen.state.seen(made_by.signer.name)
            if (seen.size, seen.root) == (head.size, head.root) and open_checkpoint(
                note, made_by.verifier_of(note), known
            )[1]:
                return  # nothing was written since
            try:
                proof = tuple(made_by.consistency(seen.size, head.size)) if seen.size <= head.size else ()
                line = self._keeper.cosign(Submission(seen.size, proof, note), made_by.verifier_of(note))
            except Refused as refused:
                self._complain(refused.sentence)
                return
            self.refused = ""
            made_by.cosign([line], known, commit)

    def _complain(self, sentence: str) -> None:
        if sentence != self.refused:
            log.error("the witness file does not cosign the record: %s", sentence)
        self.refused = sentence

    # --- other houses

    async def look_at_others(self) -> None:
        """Look at each other house every minute, one after the other; never ends."""
        if self.of_others is None:
            return
        await asyncio.gather(*(self._look_at(Witness(one, self.of_others)) for one in self._others))

    async def _look_at(self, other: Witness) -> None:
        """A house that is away is looked at again after pauses that grow; one whose record did not only grow is not signed for, and
        the log says so at each look."""
        failures, said = 0, ""
        while True:
            try:
                await asyncio.to_thread(other.look)
                failures, said = 0, ""
            except Refused as refused:
                failures += not isinstance(refused, Broken)
                if isinstance(refused, Broken) or refused.sentence != said:
                    log.error("another house is not cosigned: %s", refused.sentence)
                said = refused.sentence
            await asyncio.sleep(pause_after(failures, LOOK_SECONDS))


def _keeper(name: str, file: Path) -> WitnessKeeper:
    return WitnessKeeper(name, file.with_name(file.name + ".key"), file)
