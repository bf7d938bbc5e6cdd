"""What decides a round before it begins: seeds that the house commits to, words that players add, and when both are opened.

For each round the house commits, when the round before it ends, to a seed for whatever is drawn in it, and where cards or tiles
are mixed to one from which the next shuffles get theirs. Everything else follows from those two and from the words that
players add afterwards, so neither side can choose an outcome. A seed is opened when nothing that follows from it can be dealt
any more: that of a round at its end, that of a shuffle when the shoe is mixed again or the table closes.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from pitboss.drivers.fair import NO_WORDS, add_word, commitment, shuffle_seed
from pitboss.house.table.chance import Device, Devices, Dump
from pitboss.house.table.equipment import is_shuffled
from pitboss.house.table.payload import By, Payload, entry, fold
from pitboss.house.table.standing import Closed
from pitboss.procedure import Refusal, Refused

if TYPE_CHECKING:
    from pitboss.house.table.table import Table


@entry("pledged")
class Pledged(Payload, frozen=True):
    """The house committed to what decides the next round, before anybody wagered on it: a seed for what is drawn in it, and
    where cards or tiles are mixed, one for the next shuffles (which holds until it was used). Players may add words of their own
    from now on. Zero: that of before still holds, or there is none."""

    serial: int = 0
    commitment: str = ""
    shuffles: int = 0
    shuffle_commitment: str = ""


@entry("contributed")
class Contributed(Payload, frozen=True):
    """A player added a word of their own to whatever was not drawn or shuffled yet."""

    seat: int
    word: str
    key: str = ""
    person: str = ""
    patron: int = 0


@entry("committed")
class Committed(Payload, frozen=True):
    """A shuffle got its seed: the one of ``number`` that follows from seed ``source``, with the words of players so far. Its
    commitment is published before a card is drawn."""

    serial: int
    shoe: str
    commitment: str
    source: int = 0
    number: int = 0


@entry("revealed")
class SeedRevealed(Payload, frozen=True):
    """The seed of a shuffle that is used up, or one that was committed to for others, opened for anyone to check."""

    serial: int
    shoe: str
    seed: str


class ChanceState(msgspec.Struct):
    """The part of a table's state that says which seeds decide what."""

    devices: Devices = msgspec.field(default_factory=Devices)
    words: bytes = NO_WORDS  # what players added to the seed of the round
    serial: int = 0
    commitments: dict[int, str] = {}
    pledge: tuple[int, str] = (0, "")  # the seed of the next round: serial and commitment
    source: tuple[int, str] = (0, "")  # the seed of which the next shuffles get theirs
    shuffles: int = 0  # how many did
    shuffle_words: bytes = NO_WORDS  # what players added to it
    sources: dict[int, int] = {}  # by the serial of a shoe's seed, that of the one it follows from
    contributed: set[int] = set()  # who added a word to the next round, or to the one in progress
    revealed: tuple[int, str] | None = None


# --- making entries


def wants_pledges(table: "Table") -> tuple[bool, bool]:
    """Whether a seed is to be committed to for the next round, and one for the next shuffles."""
    chance = table.state.chance
    if table.state.filing.settings.chance != "generator":
        return False, False
    return not chance.pledge[0], is_shuffled(table) and (not chance.source[0] or chance.shuffles > 0)


def promise(table: "Table", seeds: Mapping[int, bytes], draws: int, shuffles: int) -> None:
    """Commit to the seeds with these numbers, before anybody wagers on what follows from them."""
    table.seeds.update(seeds)
    of_draws, of_shuffles = (commitment(seeds[serial]) if serial else "" for serial in (draws, shuffles))
    table.enter(Pledged(draws, of_draws, shuffles, of_shuffles))
    open_spent(table)


def commit(table: "Table", shoe: str) -> tuple[int, bytes]:
    """Give a shuffled shoe its seed, publish the commitment, and open the seed it had before."""
    chance = table.state.chance
    old, serial, (source, _) = chance.devices.shoes.get(shoe), chance.serial + 1, chance.source
    number = chance.shuffles + 1
    seed = table.seeds[serial] = shuffle_seed(table.seeds[source], number, chance.shuffle_words)
    table.enter(Committed(serial, shoe, commitment(seed), source, number))
    if old is not None:
        _reveal(table, shoe, old)
    return serial, seed


def _reveal(table: "Table", shoe: str, device: Device) -> None:
    assert device.seed is not None
    table.enter(SeedRevealed(device.serial, shoe, device.seed.hex()))
    open_spent(table)


def reveal_new(table: "Table", before: Mapping[str, Dump], shoes: Mapping[str, Device]) -> None:
    """Open the seeds of the shoes that were mixed in a round that is taken back."""
    for shoe, device in shoes.items():
        if shoe not in before or before[shoe].serial != device.serial:
            _reveal(table, shoe, device)
    open_spent(table)


def open_spent(table: "Table") -> None:
    """Open the seeds of which every shoe that got its own from them is gone."""
    chance = table.state.chance
    living = {chance.sources.get(device.serial) for device in chance.devices.shoes.values()} | {chance.source[0]}
    for source in sorted(set(chance.sources.values()) - living):
        if source in chance.commitments:
            table.enter(SeedRevealed(source, "", table.seeds[source].hex()))


def close(table: "Table", by: By, key: str = "") -> None:
    """Close the table to play: no shoe that is here will be dealt from again, and every seed is opened."""
    table.enter(Closed(by, key))
    for shoe, device in list(table.state.chance.devices.shoes.items()):
        _reveal(table, shoe, device)
    for serial in sorted(table.state.chance.commitments):
        table.enter(SeedRevealed(serial, "", table.seeds[serial].hex()))


def round_seed(table: "Table") -> tuple[int, str]:
    """Serial and seed of the round in progress; zero and nothing where it has none that is known."""
    device = table.state.chance.devices.round
    return (device.serial, device.seed.hex()) if device is not None and device.seed is not None else (0, "")


# --- what each kind of entry does


@fold(Pledged)
def pledged(table: "Table", made: Pledged) -> None:
    chance = table.state.chance
    if made.serial:
        chance.pledge = (made.serial, made.commitment)
        chance.words, chance.contributed = NO_WORDS, set()
        _note_commitment(table, made.serial, made.commitment)
    if made.shuffles:
        chance.source = (made.shuffles, made.shuffle_commitment)
        chance.shuffles, chance.shuffle_words = 0, NO_WORDS
        _note_commitment(table, made.shuffles, made.shuffle_commitment)


@fold(Contributed)
def contributed(table: "Table", made: Contributed) -> None:
    chance = table.state.chance
    chance.contributed.add(made.seat)
    chance.words = add_word(chance.words, made.word)
    chance.shuffle_words = add_word(chance.shuffle_words, made.word)


@fold(Committed)
def committed(table: "Table", made: Committed) -> None:
    _check_source(table, made)
    table.state.chance.devices.install(made.shoe, new_device(table, made.serial, made.commitment))


def _check_source(table: "Table", made: Committed) -> None:
    """A shuffle's seed follows from the one that was committed to before anybody wagered, where that is known."""
    chance = table.state.chance
    if table.play.foreign is not None and not made.source:  # of a version in which a shuffle had a seed of its own
        return
    if not chance.source[0] or (made.source, made.number) != (chance.source[0], chance.shuffles + 1):
        raise Refused(Refusal.DIVERGED, "A shuffle has another seed than the one committed to before it.", "")
    chance.shuffles = made.number
    chance.sources[made.serial] = made.source
    seed = table.seeds.get(made.source)
    if seed is not None and commitment(shuffle_seed(seed, made.number, chance.shuffle_words)) != made.commitment:
        raise Refused(Refusal.DIVERGED, f"The seed of the {made.shoe} does not follow from seed {made.source}.", "")


@fold(SeedRevealed)
def revealed(table: "Table", made: SeedRevealed) -> None:
    shoes = table.state.chance.devices.shoes
    shoe = shoes.get(made.shoe)
    if shoe is not None and shoe.serial == made.serial:  # the table closed: it is not dealt from again
        del shoes[made.shoe]
    open_seed(table, made.serial, made.seed)


def new_device(table: "Table", serial: int, committed: str) -> Device:
    return Device(serial, committed, _note_commitment(table, serial, committed))


def _note_commitment(table: "Table", serial: int, committed: str) -> bytes | None:
    """A seed that is committed to, and what it is, where that is known."""
    chance = table.state.chance
    chance.serial = max(chance.serial, serial)
    chance.commitments[serial] = committed
    seed = table.seeds.get(serial)
    if seed is not None and commitment(seed) != committed:
        raise Refused(Refusal.DIVERGED, f"Seed {serial} does not match its commitment.", "")
    return seed


def open_seed(table: "Table", serial: int, seed: str) -> None:
    chance = table.state.chance
    if commitment(bytes.fromhex(seed)) != chance.commitments.pop(serial):
        raise Refused(Refusal.DIVERGED, f"Seed {serial} does not match its commitment.", "")
    table.seeds.pop(serial, None)
    chance.sources = {shoe: source for shoe, source in chance.sources.items() if source != serial}
    if serial == chance.pledge[0]:
        chance.pledge = (0, "")
    if serial == chance.source[0]:
        chance.source = (0, "")
    chance.revealed = (table.state.felt.number, seed)
