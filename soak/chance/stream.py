"""The raw keystream: tests of bits and bytes of our own, and dieharder where it is installed.

Ours are those of NIST SP 800-22 and of Knuth that take a second on a few million bits; each gives the chance of so odd a stream.
"""

import contextlib
import math
import re
import shutil
import subprocess
import threading
from collections.abc import Callable
from typing import BinaryIO

import msgspec
import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from pitboss.drivers.fair import Stream
from soak.chance.generated import words
from soak.chance.tails import chi_square, fits, kolmogorov, normal

Test = Callable[[np.ndarray], float]
PIECE = 1 << 20  # bytes that are handed over at once


def raw(seed: bytes, count: int) -> np.ndarray:
    """The first bytes of the stream from which the house draws; its beginning is compared with ``Stream.word``."""
    found, own = words(seed, count // 4), Stream(seed)
    if [own.word() for _ in range(4096)] != found[:4096].tolist():
        raise AssertionError("this is not the stream of the house's generator")
    return np.frombuffer(found.tobytes(), np.uint8)


# --- our own


def monobit(data: np.ndarray) -> float:
    ones = int(np.unpackbits(data).sum())
    count = 8 * len(data)
    return normal((2 * ones - count) / math.sqrt(count))


def block_frequency(data: np.ndarray) -> float:
    """Ones in each 4,096 bits."""
    ones = np.unpackbits(data[: len(data) // 512 * 512]).reshape(-1, 4096).sum(axis=1)
    return chi_square(float(((ones - 2048.0) ** 2 / 1024.0).sum()), len(ones))


def bit_runs(data: np.ndarray) -> float:
    bits = np.unpackbits(data)
    changes = int((bits[1:] != bits[:-1]).sum())
    return normal((changes - (len(bits) - 1) / 2) / math.sqrt((len(bits) - 1) / 4))


def byte_counts(data: np.ndarray) -> float:
    return fits(np.bincount(data, minlength=256), np.full(256, 1 / 256))


def byte_pairs(data: np.ndarray) -> float:
    pairs = np.frombuffer(data[: len(data) // 2 * 2].tobytes(), "<u2")
    return fits(np.bincount(pairs, minlength=1 << 16), np.full(1 << 16, 1 / (1 << 16)))


def approximate_entropy(data: np.ndarray) -> float:
    """Overlapping patterns of eight bits against those of nine (NIST SP 800-22, 2.12)."""
    bits = np.unpackbits(data[:PIECE]).astype(np.int16)

    def phi(length: int) -> float:
        again = np.concatenate((bits, bits[: length - 1]))
        value = np.zeros(len(bits), np.int16)
        for place in range(length):
            value = 2 * value + again[place : place + len(bits)]
        share = np.bincount(value, minlength=1 << length) / len(bits)
        share = share[share > 0]
        return float((share * np.log(share)).sum())

    return chi_square(2 * len(bits) * (math.log(2) - (phi(8) - phi(9))), 256)


def cumulative_sum(data: np.ndarray) -> float:
    """How far a walk of ±1 goes, in each of many stretches, against the chance of the largest step of a free walk."""
    steps = np.unpackbits(data).astype(np.int32) * 2 - 1
    length = 1 << 16
    walks = np.cumsum(steps[: len(steps) // length * length].reshape(-1, length), axis=1)
    z = np.abs(walks).max(axis=1) / math.sqrt(length)
    k = np.arange(1, 40)
    upto = [
        4
        / math.pi
        * float(((-1.0) ** (k - 1) / (2 * k - 1) * np.exp(-((2 * k - 1) ** 2) * math.pi**2 / (8 * one * one))).sum())
        for one in z
    ]
    return kolmogorov(np.array(upto))


def ranks(data: np.ndarray) -> float:
    """The rank over two elements of 32 × 32 matrices of bits."""
    rows = np.frombuffer(data[: len(data) // 128 * 128].tobytes(), "<u4").reshape(-1, 32).astype(np.int64).copy()
    rank, places = np.zeros(len(rows), int), np.arange(len(rows))
    used = np.zeros((len(rows), 32), bool)
    for bit in range(32):
        has = ((rows >> bit) & 1 == 1) & ~used
        pivot, there = has.argmax(axis=1), has.any(axis=1)
        rank += there
        used[places[there], pivot[there]] = True
        chosen = rows[places, pivot] * there
        others = ((rows >> bit) & 1 == 1) & (np.arange(32) != pivot[:, None]) & there[:, None]
        rows ^= chosen[:, None] * others
    chance = [0.288788095, 0.577576190, 0.128350264]
    found = [int((rank == 32).sum()), int((rank == 31).sum()), int((rank == 30).sum()), int((rank < 30).sum())]
    return fits(np.array(found), np.array([*chance, 1 - sum(chance)]))


def byte_correlation(data: np.ndarray) -> float:
    values = data.astype(np.float64) - 127.5
    variance = (256 * 256 - 1) / 12
    lags = (1, 2, 3, 4, 8, 16, 64, 256, 1024)
    z = [float(values[:-lag] @ values[lag:]) / (variance * math.sqrt(len(values) - lag)) for lag in lags]
    return chi_square(sum(one * one for one in z), len(z))


def repeats(data: np.ndarray) -> float:
    """No 128 bits come twice."""
    blocks = np.frombuffer(data[: len(data) // 16 * 16].tobytes(), "V16")
    return 1.0 if len(np.unique(blocks)) == len(blocks) else 0.0


TESTS: dict[str, Test] = {
    "monobit": monobit,
    "block frequency": block_frequency,
    "runs": bit_runs,
    "bytes": byte_counts,
    "pairs of bytes": byte_pairs,
    "approximate entropy": approximate_entropy,
    "cumulative sums": cumulative_sum,
    "ranks of matrices": ranks,
    "correlation": byte_correlation,
    "repeats": repeats,
}


# --- broken streams, which have to be found out


def leaning(seed: bytes, count: int) -> np.ndarray:
    """One bit in two hundred is a one, whatever was drawn."""
    bits, forced = np.unpackbits(raw(seed, count)), below_200(seed, 8 * count)
    return np.asarray(np.packbits(bits | forced))


def below_200(seed: bytes, count: int) -> np.ndarray:
    other = words(bytes(reversed(seed)), count)
    return np.asarray(other % 200 == 0, np.uint8)


def short(seed: bytes, count: int) -> np.ndarray:
    """The stream begins again after 64 KB."""
    return np.asarray(np.resize(raw(seed, 1 << 16), count))


def linear(seed: bytes, count: int) -> np.ndarray:
    """A linear congruential generator modulo 2³², all of its bits."""
    value, found = int.from_bytes(seed[:4], "little") | 1, np.empty(count // 4, np.uint32)
    for place in range(len(found)):
        value = (69069 * value + 1) & 0xFFFFFFFF
        found[place] = value
    return np.frombuffer(found.tobytes(), np.uint8)


BROKEN: dict[str, Callable[[bytes, int], np.ndarray]] = {"leaning": leaning, "short": short, "linear": linear}


# --- dieharder

LINE = re.compile(r"^\s*(\S+)\|\s*(\d+)\|\s*(\d+)\|\s*(\d+)\|([\d.]+)\|\s*(PASSED|WEAK|FAILED)")
QUICK = (0, 1, 2, 3, 4, 8, 10, 15, 16, 100, 101, 102, 202, 205, 206, 209)


class Verdict(msgspec.Struct):
    """What dieharder said of a stream. WEAK is expected of one in two hundred; it is looked at again with another seed."""

    passed: int = 0
    weak: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def results(self) -> int:
        return self.passed + len(self.weak) + len(self.failed)


def installed() -> str | None:
    return shutil.which("dieharder")


def dieharder(source: Callable[[BinaryIO], None], tests: tuple[int, ...] = QUICK, *, every: bool = False) -> Verdict:
    """Run the real tool on a stream that is handed to it as it asks for it."""
    found = Verdict()
    for test in (-1,) if every else tests:
        what = ["-a"] if every else ["-d", str(test)]
        process = subprocess.Popen(
            [str(installed()), *what, "-g", "200", "-k", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False
        )
        assert process.stdin is not None
        feeder = threading.Thread(target=_feed, args=(source, process.stdin), daemon=True)
        feeder.start()
        assert process.stdout is not None
        for line in process.stdout.read().decode().splitlines():
            if match := LINE.match(line):
                _count(found, f"{match[1]} {match[2]} p = {match[5]}", match[6])
        process.wait()
    return found


def _feed(source: Callable[[BinaryIO], None], into: BinaryIO) -> None:
    try:
        source(into)
    except (BrokenPipeError, ValueError):
        pass  # it has read enough
    finally:
        with contextlib.suppress(BrokenPipeError):
            into.close()


def _count(found: Verdict, name: str, verdict: str) -> None:
    if verdict == "PASSED":
        found.passed += 1
    elif verdict == "WEAK":
        found.weak = (*found.weak, name)
    else:
        found.failed = (*found.failed, name)


def endless(seed: bytes) -> Callable[[BinaryIO], None]:
    """The house's stream, for as long as somebody reads it."""
    raw(seed, 1 << 16)

    def write(into: BinaryIO) -> None:
        cipher = Cipher(ChaCha20(seed, bytes(16)), mode=None).encryptor()
        while True:
            into.write(cipher.update(bytes(PIECE)))

    return write


def endless_short(seed: bytes) -> Callable[[BinaryIO], None]:
    """Broken: the stream begins again after 64 KB."""
    data = short(seed, PIECE).tobytes()

    def write(into: BinaryIO) -> None:
        while True:
            into.write(data)

    return write
