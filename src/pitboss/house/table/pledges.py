"""What decides a round before it begins: seeds that the house commits to, words that players add, and when both are opened.

For each round the house commits, when the round before it ends, to a seed for whatever is drawn in it, and where cards or tiles
are mixed to one from which the next shuffles get theirs. Everything else follows from those two and from the words that
players add afterwards, so neither side can choose an outcome. A seed is opened when nothing that follows from it can be dealt
any more: that of a round at its end, that of a shuffle when the shoe is mixed again or the table closes.
"""

from collections.abc import Mapping

import msgspec

from pitboss.drivers.fair import NO_WORDS, add_word, commitment, shuffle_seed
from pitboss.house.table import entries
from pitboss.house.table.chance import Chance, Device, Dump
from pitboss.house.table.keeping import SHUFFLED
from pitboss.house.table.managing import Managing
from pitboss.journal import Entry
from pitboss.procedure import Refusal, Refused


class Pledges(Managing):
    """Seeds and devices of a table. ``seeds`` are those not opened yet; for the verifier, all that the record opens."""

    def __init__(self, seeds: Mapping[int, bytes] | None = None) -> None:
        super().__init__()
        self.seeds = dict(seeds or {})
        self.chance = Chance()
        self.serial = 0
        self.commitments: dict[int, str] = {}
        self.pledge: tuple[int, str] = (0, "")  # the seed of the next round: serial and commitment
        self.source: tuple[int, str] = (0, "")  # the seed of which the next shuffles get theirs
        self.shuffles = 0  # how many did
        self.shuffle_words = NO_WORDS  # what players added to it
        self.sources: dict[int, int] = {}  # by the serial of a shoe's seed, that of the one it follows from
        self.contributed: set[int] = set()  # who added a word to the next round, or to the one in progress
        self.revealed: tuple[int, str] | None = None

    @property
    def is_foreign(self) -> bool:
        """Whether a round is in progress that another version of the rules began."""
        return False

    def enter(self, payload: msgspec.Struct) -> Entry:
        """Apply an entry, and write it."""
        raise NotImplementedError

    # --- making entries

    @property
    def wants_pledges(self) -> tuple[bool, bool]:
        """Whether a seed is to be committed to for the next round, and one for the next shuffles."""
        if self.founded.settings.chance != "generator":
            return False, False
        return not self.pledge[0], self.is_shuffled and (not self.source[0] or self.shuffles > 0)

    @property
    def is_shuffled(self) -> bool:
        """Whether the game is played with cards or tiles."""
        return any(kind.name in SHUFFLED for kind in self.thing_kinds)

    def promise(self, seeds: Mapping[int, bytes], draws: int, shuffles: int) -> None:
        """Commit to the seeds with these numbers, before anybody wagers on what follows from them."""
        self.seeds.update(seeds)
        told = [commitment(seeds[serial]) if serial else "" for serial in (draws, shuffles)]
        self.enter(entries.Pledged(draws, told[0], shuffles, told[1]))
        self._open_spent()

    def commit(self, shoe: str) -> tuple[int, bytes]:
        """Give a shuffled shoe its seed, publish the commitment, and open the seed it had before."""
        old, serial, (source, _) = self.chance.shoes.get(shoe), self.serial + 1, self.source
        number = self.shuffles + 1
        seed = self.seeds[serial] = shuffle_seed(self.seeds[source], number, self.shuffle_words)
        self.enter(entries.Committed(serial, shoe, commitment(seed), source, number))
        if old is not None:
            self._reveal(shoe, old)
        return serial, seed

    def _reveal(self, shoe: str, device: Device) -> None:
        assert device.seed is not None
        self.enter(entries.Revealed(device.serial, shoe, device.seed.hex()))
        self._open_spent()

    def _reveal_new(self, before: Mapping[str, Dump], shoes: Mapping[str, Device]) -> None:
        """Open the seeds of the shoes that were mixed in a round that is taken back."""
        for shoe, device in shoes.items():
            if shoe not in before or before[shoe].serial != device.serial:
                self._reveal(shoe, device)
        self._open_spent()

    def _open_spent(self) -> None:
        """Open the seeds of which every shoe that got its own from them is gone."""
        living = {self.sources.get(device.serial) for device in self.chance.shoes.values()} | {self.source[0]}
        for source in sorted(set(self.sources.values()) - living):
            if source in self.commitments:
                self.enter(entries.Revealed(source, "", self.seeds[source].hex()))

    def open_seeds(self) -> None:
        """The table closes: no shoe that is here will be dealt from again, and every seed is opened."""
        for shoe, device in list(self.chance.shoes.items()):
            self._reveal(shoe, device)
        for serial in sorted(self.commitments):
            self.enter(entries.Revealed(serial, "", self.seeds[serial].hex()))

    def close(self, by: entries.By, key: str = "") -> None:
        """Close the table to play."""
        self.enter(entries.Closed(by, key))
        self.open_seeds()

    def _round_seed(self) -> tuple[int, str]:
        device = self.chance.round
        return (device.serial, device.seed.hex()) if device is not None and device.seed is not None else (0, "")

    # --- what each kind of entry does

    def _on_pledged(self, made: entries.Pledged) -> None:
        if made.serial:
            self.pledge = (made.serial, made.commitment)
            self.chance.words, self.contributed = NO_WORDS, set()
            self._promise(made.serial, made.commitment)
        if made.shuffles:
            self.source = (made.shuffles, made.shuffle_commitment)
            self.shuffles, self.shuffle_words = 0, NO_WORDS
            self._promise(made.shuffles, made.shuffle_commitment)

    def _begin_with_seed(self, made: entries.Began) -> None:
        """The seed of the round is the one that was committed to before."""
        if (made.serial, made.commitment) != self.pledge:
            raise Refused(Refusal.DIVERGED, "The round has another seed than the one committed to before it.", "")
        self.pledge = (0, "")
        self.chance.round = self._device(made.serial, made.commitment) if made.serial else None

    def _on_contributed(self, made: entries.Contributed) -> None:
        self.contributed.add(made.seat)
        self.chance.words = add_word(self.chance.words, made.word)
        self.shuffle_words = add_word(self.shuffle_words, made.word)

    def _on_committed(self, made: entries.Committed) -> None:
        self._check_source(made)
        self.chance.install(made.shoe, self._device(made.serial, made.commitment))

    def _check_source(self, made: entries.Committed) -> None:
        """A shuffle's seed follows from the one that was committed to before anybody wagered, where that is known."""
        if self.is_foreign and not made.source:  # of a version in which a shuffle had a seed of its own
            return
        if not self.source[0] or (made.source, made.number) != (self.source[0], self.shuffles + 1):
            raise Refused(Refusal.DIVERGED, "A shuffle has another seed than the one committed to before it.", "")
        self.shuffles = made.number
        self.sources[made.serial] = made.source
        seed = self.seeds.get(made.source)
        if seed is not None and commitment(shuffle_seed(seed, made.number, self.shuffle_words)) != made.commitment:
            raise Refused(Refusal.DIVERGED, f"The seed of the {made.shoe} does not follow from seed {made.source}.", "")

    def _on_revealed(self, made: entries.Revealed) -> None:
        shoe = self.chance.shoes.get(made.shoe)
        if shoe is not None and shoe.serial == made.serial:  # the table closed: it is not dealt from again
            del self.chance.shoes[made.shoe]
        self._open_seed(made.serial, made.seed)

    def _device(self, serial: int, committed: str) -> Device:
        return Device(serial, committed, self._promise(serial, committed))

    def _promise(self, serial: int, committed: str) -> bytes | None:
        """A seed that is committed to, and what it is, where that is known."""
        self.serial = max(self.serial, serial)
        self.commitments[serial] = committed
        seed = self.seeds.get(serial)
        if seed is not None and commitment(seed) != committed:
            raise Refused(Refusal.DIVERGED, f"Seed {serial} does not match its commitment.", "")
        return seed

    def _open_seed(self, serial: int, seed: str) -> None:
        if commitment(bytes.fromhex(seed)) != self.commitments.pop(serial):
            raise Refused(Refusal.DIVERGED, f"Seed {serial} does not match its commitment.", "")
        self.seeds.pop(serial, None)
        self.sources = {shoe: source for shoe, source in self.sources.items() if source != serial}
        if serial == self.pledge[0]:
            self.pledge = (0, "")
        if serial == self.source[0]:
            self.source = (0, "")
        self.revealed = (self.number, seed)
