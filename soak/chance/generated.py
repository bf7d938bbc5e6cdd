"""Outcomes and orders of the house's own generator, many at a time.

``drivers.fair`` makes them one by one. Here the same keystream is read by the same rules in whole arrays, and the beginning of each
array is compared with what ``drivers.fair`` itself gives: byte for byte, or nothing is tested at all.
"""

import hashlib
from collections.abc import Callable, Mapping

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from pitboss import catalogue
from pitboss.chapters.ch619a_big_six_wheel.rules import WHEEL
from pitboss.drivers.fair import FairDevice, Stream, shuffle_seed
from pitboss.equipment.dice import throws
from pitboss.procedure import Draw

COMPARED = 2_000  # outcomes, or orders up to so many cards, that are compared with those made one by one
AT_ONCE = 1 << 22  # words
PACK, SHOE = 52, 8 * 52


def words(seed: bytes, count: int) -> np.ndarray:
    """The first 32-bit words of the keystream under a seed."""
    cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
    return np.frombuffer(cipher.update(bytes(4 * count)), "<u4")


def below(seed: bytes, n: int, count: int) -> np.ndarray:
    """So many numbers from 0 to n − 1, as ``Stream.below`` gives them one after the other."""
    limit = (1 << 32) // n * n
    found, left = [], count
    cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
    while left > 0:
        read = np.frombuffer(cipher.update(bytes(4 * min(AT_ONCE, left + 64))), "<u4")
        kept = (read[read < limit] % n).astype(np.int64)[:left]
        found.append(kept)
        left -= len(kept)
    return np.concatenate(found)


def devices() -> dict[str, Mapping[str, int]]:
    """The devices of the games that draw independently, with the weights that their chapters ask for."""
    return {
        "roulette": catalogue.game("roulette").example().device.weights,  # type: ignore[attr-defined]
        "dice": throws(2),
        "big six": WHEEL.weights,
        "sic bo": throws(3),
    }


def outcomes(weights: Mapping[str, int], seed: bytes, count: int) -> np.ndarray:
    """So many outcomes as numbers of their places in ``weights``."""
    ends = np.cumsum(list(weights.values()))
    drawn = np.searchsorted(ends, below(seed, int(ends[-1]), count), side="right")
    names, device, asked = list(weights), FairDevice(seed), Draw("device", weights, "", independent=True)
    for place in range(min(COMPARED, count)):
        if device.answer(asked).says != names[drawn[place]]:
            raise AssertionError(f"outcome {place} is not that of the house's generator")
    return drawn


Choice = Callable[[np.ndarray, int], np.ndarray]  # words, and the place that is filled: with which place it changes


def fair(read: np.ndarray, last: int) -> np.ndarray:
    return read % (last + 1)


def orders(cards: int, seed: bytes, count: int, *, choose: Choice = fair, stop: int = 0, cut: int = 32) -> np.ndarray:
    """So many shuffles of cards numbered from 0, each under a seed of its own, as the house shuffles.

    ``choose``, ``stop`` (the last place that is filled) and ``cut`` (bytes of each seed that count) make the broken ones.
    """
    read = np.empty((count, cards - 1), np.uint32)
    for row in range(count):
        own = shuffle_seed(seed, row, bytes(32))
        if cut < 32:
            own = hashlib.sha256(own[:cut]).digest()
        cipher = Cipher(ChaCha20(own, bytes(16)), mode=None).encryptor()
        read[row] = np.frombuffer(cipher.update(bytes(4 * (cards - 1))), "<u4")
    kind = np.uint8 if cards <= 256 else np.uint16
    found = np.tile(np.arange(cards, dtype=kind), (count, 1))
    rows = np.arange(count)
    rejected = np.zeros(count, bool)
    for step, last in enumerate(range(cards - 1, stop, -1)):
        rejected |= read[:, step].astype(np.uint64) >= (1 << 32) // (last + 1) * (last + 1)
        other = choose(read[:, step], last)
        mine = found[:, last].copy()
        found[:, last] = found[rows, other]
        found[rows, other] = mine
    if choose is fair and not stop and cut == 32:
        for row in [*np.nonzero(rejected)[0], *range(min(COMPARED * 52 // cards, count))]:
            true = Stream(shuffle_seed(seed, int(row), bytes(32))).shuffled(range(cards))
            if rejected[row]:
                found[row] = true
            elif list(found[row]) != true:
                raise AssertionError(f"shuffle {row} is not that of the house's generator")
    return found


def sattolo(read: np.ndarray, last: int) -> np.ndarray:
    """Broken: no card ever stays where it is."""
    return read % last


def biased(read: np.ndarray, last: int) -> np.ndarray:
    """Broken: once in two hundred shuffles the last card stays where it was."""
    chosen = read % (last + 1)
    return np.where((read >> 8) % 200 == 0, last, chosen) if last in (PACK - 1, SHOE - 1) else chosen
