"""Proofs against published vectors and the recursive definition; whatever is altered in one makes it fail."""

import random
from collections.abc import Iterator

import pytest

from pitboss.tlog import ProofFailed
from pitboss.tlog.proofs import consistency_proof, inclusion_proof, root_of, verify_consistency, verify_inclusion
from pitboss.tlog.tiles import reader_of
from pitboss.tlog.tree import EMPTY_ROOT, leaf_hash
from tests.tlog import naive
from tests.tlog.test_tree import LEAVES, ROOTS

# Nodes of the reference tree, named for the leaves below them.
N0 = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
N1 = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
N4 = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
N6 = "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f"
N01 = "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
N23 = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
N45 = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
N67 = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
N0123 = "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"
N4567 = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"

INCLUSIONS = [
    (0, 1, []),
    (0, 8, [N1, N23, N4567]),
    (5, 8, [N4, N67, N0123]),
    (2, 3, [N01]),
    (1, 5, [N0, N23, N4]),
]
CONSISTENCIES = [
    (1, 1, []),
    (1, 8, [N1, N23, N4567]),
    (6, 8, [N45, N67, N0123]),
    (2, 5, [N23, N4]),
    (6, 7, [N45, N6, N0123]),
]


def included(leaf: bytes, index: int, size: int, proof: list[bytes], root: bytes) -> bool:
    try:
        verify_inclusion(leaf, index, size, proof, root)
    except ProofFailed:
        return False
    return True


def grew(old: int, size: int, proof: list[bytes], old_root: bytes, root: bytes) -> bool:
    try:
        verify_consistency(old, size, proof, old_root, root)
    except ProofFailed:
        return False
    return True


def flipped(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "big") ^ 1 << bit).to_bytes(len(data), "big")


def altered(proof: list[bytes], other: bytes) -> Iterator[list[bytes]]:
    """The proof with every bit of it flipped, with a hash too many or too few, out of order, or of another length."""
    for at, each in enumerate(proof):
        for bit in range(256):
            yield [*proof[:at], flipped(each, bit), *proof[at + 1 :]]
        yield [*proof[:at], *proof[at + 1 :]]
        yield [*proof[:at], each[:-1], *proof[at + 1 :]]
        yield [*proof[:at], each + b"\x00", *proof[at + 1 :]]
        if at and proof[at - 1] != each:
            yield [*proof[: at - 1], each, proof[at - 1], *proof[at + 1 :]]
    for at in range(len(proof) + 1):
        yield [*proof[:at], other, *proof[at:]]
        yield [*proof[:at], b"", *proof[at:]]


@pytest.mark.parametrize(("index", "size", "expected"), INCLUSIONS)
def test_published_inclusion_proofs(index: int, size: int, expected: list[str]) -> None:
    read = reader_of(map(leaf_hash, LEAVES))
    proof = inclusion_proof(read, index, size)
    assert [each.hex() for each in proof] == expected
    verify_inclusion(leaf_hash(LEAVES[index]), index, size, proof, ROOTS[size])


@pytest.mark.parametrize(("old", "size", "expected"), CONSISTENCIES)
def test_published_consistency_proofs(old: int, size: int, expected: list[str]) -> None:
    read = reader_of(map(leaf_hash, LEAVES))
    proof = consistency_proof(read, old, size)
    assert [each.hex() for each in proof] == expected
    verify_consistency(old, size, proof, ROOTS[old], ROOTS[size])


def test_all_proofs_to_70_are_those_of_the_definition() -> None:
    read = reader_of(naive.entries(70))  # a larger tree has the proofs of all smaller ones
    for size in range(1, 71):
        root = naive.root(0, size)
        assert root_of(read, size) == root
        for index in range(size):
            proof = inclusion_proof(read, index, size)
            assert proof == naive.path(index, 0, size)
            verify_inclusion(naive.entry(index), index, size, proof, root)
        for old in range(1, size):
            proof = consistency_proof(read, old, size)
            assert proof == naive.proof(old, size)
            verify_consistency(old, size, proof, naive.root(0, old), root)


def test_random_proofs_to_5000_are_those_of_the_definition() -> None:
    chance = random.Random(6962)
    read = reader_of(naive.entries(5000))
    for _ in range(300):
        size = chance.randrange(71, 5001)
        index, old = chance.randrange(size), chance.randrange(1, size)
        root = naive.root(0, size)
        proof = inclusion_proof(read, index, size)
        assert proof == naive.path(index, 0, size)
        verify_inclusion(naive.entry(index), index, size, proof, root)
        proof = consistency_proof(read, old, size)
        assert proof == naive.proof(old, size)
        verify_consistency(old, size, proof, naive.root(0, old), root)


@pytest.mark.parametrize("size", [*range(1, 10), 70])
def test_an_altered_inclusion_proof_fails(size: int) -> None:
    root = naive.root(0, size)
    indexes = range(size) if size < 10 else (0, 35, 63, 64, 69)
    for index in indexes:
        leaf, proof = naive.entry(index), naive.path(index, 0, size)
        for wrong in altered(proof, root):
            assert not included(leaf, index, size, wrong, root)
        for bit in range(256):
            assert not included(flipped(leaf, bit), index, size, proof, root)
            assert not included(leaf, index, size, proof, flipped(root, bit))
        assert not included(leaf[:-1], index, size, proof, root)
        assert not included(b"", index, size, proof, b"")


@pytest.mark.parametrize("size", [*range(2, 10), 70])
def test_an_altered_consistency_proof_fails(size: int) -> None:
    root = naive.root(0, size)
    olds = range(1, size) if size < 10 else (1, 32, 35, 64, 69)
    for old in olds:
        old_root, proof = naive.root(0, old), naive.proof(old, size)
        for wrong in altered(proof, root):
            assert not grew(old, size, wrong, old_root, root)
        for bit in range(256):
            assert not grew(old, size, proof, flipped(old_root, bit), root)
            assert not grew(old, size, proof, old_root, flipped(root, bit))
        assert not grew(old, size, proof, root, old_root)
        assert not grew(old, size, [], old_root, root)


def test_another_index_or_size_fails_wherever_the_definition_fails() -> None:
    """Another index always fails. Another size does, but where the way to the root is the same in both trees."""
    for size in range(1, 18):
        root = naive.root(0, size)
        for index in range(size):
            leaf, proof = naive.entry(index), naive.path(index, 0, size)
            for other_size in range(-1, 35):
                for other in range(-1, other_size + 2):
                    right = naive.includes(leaf, other, other_size, proof, root)
                    assert included(leaf, other, other_size, proof, root) == right
                    assert right == (other == index) or other_size != size
            assert size == 1 or not included(leaf, index, size * 2, proof, root)


def test_other_sizes_fail_wherever_the_definition_fails() -> None:
    """Another older size with the old root always fails; the same holds of the newer one, where the ways differ."""
    for size in range(2, 15):
        root = naive.root(0, size)
        for old in range(1, size):
            old_root, proof = naive.root(0, old), naive.proof(old, size)
            for other_size in range(-1, 31):
                for other in range(-1, other_size + 2):
                    right = naive.consistent(other, other_size, proof, old_root, root)
                    assert grew(other, other_size, proof, old_root, root) == right
                    assert right == (other == old) or other_size != size


def test_equal_and_empty_trees_need_no_proof() -> None:
    root = naive.root(0, 5)
    read = reader_of(naive.entries(5))
    assert consistency_proof(read, 0, 5) == consistency_proof(read, 5, 5) == consistency_proof(read, 0, 0) == []
    verify_consistency(0, 5, [], EMPTY_ROOT, root)
    verify_consistency(5, 5, [], root, root)
    verify_consistency(0, 0, [], EMPTY_ROOT, EMPTY_ROOT)
    for old, size, proof, old_root, new_root in (
        (0, 5, [root], EMPTY_ROOT, root),
        (5, 5, [root], root, root),
        (0, 5, [], root, root),
        (5, 5, [], naive.root(0, 4), root),
        (0, 0, [], root, root),
        (0, 0, [], EMPTY_ROOT, root),
        (5, 4, [], root, naive.root(0, 4)),
        (-1, 5, [], EMPTY_ROOT, root),
    ):
        with pytest.raises(ProofFailed):
            verify_consistency(old, size, proof, old_root, new_root)


def test_what_is_not_in_a_tree_has_no_proof() -> None:
    read = reader_of(naive.entries(5))
    assert root_of(read, 0) == EMPTY_ROOT
    for index, size in ((5, 5), (-1, 5), (0, 0)):
        with pytest.raises(ValueError, match=f"A tree of {size} leaves has no leaf {index}"):
            inclusion_proof(read, index, size)
        with pytest.raises(ProofFailed, match=f"A tree of {size} leaves has no leaf {index}"):
            verify_inclusion(naive.entry(0), index, size, [], naive.entry(0))
    for old, size in ((6, 5), (-1, 5)):
        with pytest.raises(ValueError, match=f"A tree of {old} leaves is not the beginning of one of {size}"):
            consistency_proof(read, old, size)
    with pytest.raises(ValueError, match="A tree has 0 leaves or more, not -1"):
        root_of(read, -1)
    with pytest.raises(ProofFailed, match=r"Tile 0/0 has 160 bytes, but 192 of it are needed"):
        root_of(read, 6)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_hashes_of_another_length_are_named(length: int) -> None:
    """Two hashes hashed together do not tell where one ends, so each has to have its length."""
    wrong, right = bytes(length), bytes(32)
    for leaf, proof in ((wrong, [right]), (right, [wrong])):
        with pytest.raises(ProofFailed, match=f"A proof consists of hashes of 32 bytes, not {length}"):
            verify_inclusion(leaf, 0, 2, proof, right)
    for proof, old_root, root in (([wrong], right, right), ([right], wrong, right), ([right], right, wrong)):
        with pytest.raises(ProofFailed, match=f"A proof consists of hashes of 32 bytes, not {length}"):
            verify_consistency(1, 2, proof, old_root, root)
