"""The Merkle tree against published vectors, and against its recursive definition."""

import random

import pytest

from pitboss.tlog.tree import EMPTY_ROOT, Frontier, leaf_hash, node_hash
from tests.tlog import naive

# The reference tree of the certificate-transparency projects: what is in its eight leaves, and its root at each size.
LEAVES = [
    bytes.fromhex(data)
    for data in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    bytes.fromhex(root)
    for root in (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
]


def grown(size: int) -> Frontier:
    frontier = Frontier()
    frontier.extend(naive.entries(size))
    return frontier


def test_reference_tree_has_its_published_roots() -> None:
    frontier = Frontier()
    roots = [frontier.root()]
    for data in LEAVES:
        frontier.append(leaf_hash(data))
        roots.append(frontier.root())
    assert roots == ROOTS
    assert ROOTS[0] == EMPTY_ROOT


def test_a_leaf_is_not_a_node() -> None:
    """Else two leaves and the node above them could not be told apart: a second preimage."""
    left, right = leaf_hash(b"left"), leaf_hash(b"right")
    assert leaf_hash(left + right) != node_hash(left, right)


def test_every_size_to_70_has_the_root_of_the_definition() -> None:
    frontier = Frontier()
    for size in range(71):
        assert frontier.size == size
        assert frontier.root() == naive.root(0, size)
        frontier.append(naive.entry(size))


def test_random_sizes_to_5000_have_the_root_of_the_definition() -> None:
    for size in random.Random(16).sample(range(71, 5001), 20):
        assert grown(size).root() == naive.root(0, size)


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 63, 70])
def test_a_tree_goes_on_from_its_hashes(size: int) -> None:
    first = grown(size)
    again = Frontier(first.size, first.hashes)
    assert again == first
    for number in range(size, size + 20):
        again.append(naive.entry(number))
    assert again == grown(size + 20)
    assert again != first


def test_a_copy_grows_apart() -> None:
    first = grown(5)
    other = first.copy()
    other.append(naive.entry(5))
    assert first == grown(5)
    assert other == grown(6)


def test_wrong_hashes_are_refused() -> None:
    with pytest.raises(ValueError, match="A tree has 0 leaves or more, not -1"):
        Frontier(-1, [])
    with pytest.raises(ValueError, match="A tree of 3 leaves has 2 perfect subtrees, not 1"):
        Frontier(3, [bytes(32)])
    with pytest.raises(ValueError, match="A hash has 32 bytes, not 31"):
        Frontier(1, [bytes(31)])
    frontier = grown(3)
    with pytest.raises(ValueError, match="A leaf is appended as its hash of 32 bytes, not 5"):
        frontier.append(b"entry")
    assert frontier == grown(3)
