"""Fair chance: outcomes from a 256-bit seed that is committed to before wagers close and opened afterwards.

The keystream is ChaCha20 under the seed; numbers come from it by rejection, orders by Fisher–Yates. Given the
seed, anyone can recompute every outcome, which is what ``pitboss verify`` does. Seeds are passed in; this module
draws no entropy.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import TypeVar

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from pitboss.procedure import CHANCE, Answer, Draw, Refusal, Refused

T = TypeVar("T")
_BATCH = re.compile(r" \d+$")
NO_WORDS = bytes(32)  # what players added, before anybody added anything
BLOCK = Struct("<64I")  # so much of the keystream is made at once


def commitment(seed: bytes) -> str:
    """The hash that is published while the seed is secret."""
    return hashlib.sha256(b"pitboss seed\n" + seed).hexdigest()


def add_word(words: bytes, word: str) -> bytes:
    """What players added so far, with one more word of theirs."""
    return hashlib.sha256(words + hashlib.sha256(word.encode()).digest()).digest()


def mixed(seed: bytes, words: bytes) -> bytes:
    """The seed from which what is not in a fixed order is drawn: the house's own, and what players added."""
    return hashlib.sha256(b"pitboss mixed\n" + seed + words).digest()


def shuffle_seed(seed: bytes, number: int, words: bytes) -> bytes:
    """The seed of a shuffle: from the one that the house committed to for shuffles, which of them, and what players added."""
    return hashlib.sha256(b"pitboss shuffle\n" + seed + number.to_bytes(4, "big") + words).digest()


class Stream:
    """Unbiased numbers from a seed."""

    __slots__ = ("_cipher", "_words")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("A seed is 32 bytes.")
        self._cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
        self._words: list[int] = []  # those of the last block that are left, the next one last

    def word(self) -> int:
        """The next 32 bits."""
        if not self._words:
            self._words = list(BLOCK.unpack(self._cipher.update(bytes(BLOCK.size))))[::-1]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n − 1, each equally likely: words in the last, incomplete run of n are rejected."""
        limit = (1 << 32) // n * n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A random order of the items (Fisher–Yates)."""
        order, below = list(items), self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, weights: Mapping[str, int]) -> str:
        """One outcome in proportion to its weight."""
        at = self.below(sum(weights.values()))
        for outcome, weight in weights.items():
            if at < weight:
                return outcome
            at -= weight
        raise AssertionError("weights changed while drawing")


class FairDevice:
    """A wheel, dice or a shoe backed by one seed, from one shuffle or spin to the next.

    A shoe's order is fixed at its first card: what is in the shoe then, shuffled by the seed, cut where the
    cut was made. Independent draws are taken from the stream one by one.
    """

    __slots__ = ("_order", "_start", "_stream", "cut", "drawn", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.cut = 0
        self.drawn = 0
        self._stream = Stream(seed)
        self._order: list[str] | None = None
        self._start: list[str] = []

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def start(self) -> list[str]:
        """What was in the shoe when the order was fixed; empty before that."""
        return self._start

    def answer(self, question: Draw) -> Answer:
        """What the device shows."""
        self.drawn += 1
        if question.independent:
            return Answer(CHANCE, self._stream.choice(question.weights))
        if self._order is None:
            self.fix([card for card, count in question.weights.items() for _ in range(count)])
        assert self._order is not None
        if not self._order:
            raise Refused(Refusal.CHANCE_EXHAUSTED, f"The {question.device} is empty.", question.cite)
        return Answer(CHANCE, self._order.pop())

    def fix(self, cards: list[str], cut: int | None = None) -> None:
        """Fix the order of these cards; the next card is the last of the list."""
        self._start = sorted(cards)
        order = self._stream.shuffled(self._start)
        at = (self.cut if cut is None else cut) % max(len(order), 1)
        order = order[at:] + order[:at]
        self._order = order[::-1]

    def skip(self, count: int) -> None:
        """Skip cards that were drawn before a restart."""
        assert self._order is not None
        del self._order[len(self._order) - count :]
        self.drawn += count


@lru_cache(maxsize=256)
def shoe_name(device: str) -> str:
    """The shoe that a batch belongs to: ``shoe 2`` is the second batch of ``shoe``. Each shoe has an order of its own."""
    return _BATCH.sub("", device)
