"""A verifier of its own: no line of pitboss in it. Reads an exported record; checks chain, seeds and outcomes.

Outcomes of an independent device are numbers below the sum of its weights, in the order of the weights; a shoe is
its cards in alphabetical order, shuffled from the last place to the second, turned over where it was cut.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20


class Numbers:
    def __init__(self, seed: bytes) -> None:
        self.stream = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()

    def below(self, n: int) -> int:
        while True:
            word = int.from_bytes(self.stream.update(bytes(4)), "little")
            if word < 2**32 // n * n:
                return word % n


def chain(lines: list[bytes]) -> list[dict[str, Any]]:
    found, head = [], "0" * 64
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        payload = line[line.index(b'"payload":') + 10 : line.rindex(b',"previous":')]
        header = f"{head}\n{entry['table']}\n{number}\n{entry['time']}\n{entry['kind']}\n"
        assert entry["sequence"] == number
        assert entry["previous"] == head
        head = entry["hash"]
        assert hashlib.sha256(header.encode() + payload).hexdigest() == head
        found.append(entry)
    return found


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def shoe(seed: bytes, cards: list[str], cut: int) -> list[str]:
    numbers, order = Numbers(seed), sorted(cards)
    for last in range(len(order) - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order[cut:] + order[:cut]


def check(export: bytes, outcomes: list[str], *, cards: bool) -> int:
    """How many outcomes were worked out and found right. ``outcomes`` are a wheel's pockets, or the cards of a deck."""
    entries = chain(export.splitlines())
    seeds = {}
    for entry in entries:
        if entry["payload"].get("seed"):
            seeds[entry["payload"]["serial"]] = bytes.fromhex(entry["payload"]["seed"])
    right = 0
    expected: Iterator[str] | None = None
    source: Numbers | None = None
    drawn_from: bytes | None = None  # the seed of the round
    words = shuffle_words = bytes(32)  # what players added to the seed of the round, and to that of the shuffles
    for entry in entries:
        payload = entry["payload"]
        if payload.get("commitment"):
            seed = seeds.get(payload["serial"])
            if seed is not None:
                assert hashlib.sha256(b"pitboss seed\n" + seed).hexdigest() == payload["commitment"]
            if entry["kind"] == "pledged":
                words = bytes(32)
            if entry["kind"] == "round" and not cards:
                source, drawn_from = None, seed
            if entry["kind"] == "committed" and cards:
                expected = iter(shoe(seed, outcomes, 0)) if seed else None
                origin = seeds.get(payload["source"])
                if origin is not None:
                    number = payload["number"].to_bytes(4, "big")
                    assert sha(b"pitboss shuffle\n" + origin + number + shuffle_words) == seed
        if payload.get("shuffles"):
            shuffle_words = bytes(32)
        if entry["kind"] == "contributed":
            words = sha(words + sha(payload["word"].encode()))
            shuffle_words = sha(shuffle_words + sha(payload["word"].encode()))
        for answer in payload.get("answers", []) if entry["kind"] == "step" else []:
            if answer["by"] != "chance":
                continue
            if not cards and source is None and drawn_from is not None:
                source = Numbers(sha(b"pitboss mixed\n" + drawn_from + words))
            if cards and expected is not None:
                says = next(expected)
            elif not cards and source is not None:
                says = outcomes[source.below(len(outcomes))]
            else:  # its seed has not been opened yet
                continue
            assert says == answer["says"], entry["sequence"]
            right += 1
    return right
