"""Fair chance: unbiased, committed, and worked out again from the seed."""

from collections import Counter
from itertools import permutations

import pytest

from pitboss import catalogue
from pitboss.drivers.fair import FairDevice, Stream, commitment
from pitboss.drivers.round import Round
from pitboss.events import CutMade
from pitboss.game import RoundStart
from pitboss.procedure import Answer, Draw, Election, Refused
from pitboss.wagers import close_betting


class Toy(Stream):
    """The real scaler on a small source: every word of so many bits, once each."""

    def __init__(self, words: list[int]) -> None:
        super().__init__(bytes(32))
        self.words = iter(words)

    def word(self) -> int:
        return next(self.words)


@pytest.mark.parametrize("n", [2, 6, 37, 38, 52, 53, 54, 216, 312, 416])
def test_scaling_is_unbiased(n: int) -> None:
    """Over evenly spread words the real scaler gives every number equally often; modulo alone would not."""
    bits = 12
    spread = [w << (32 - bits) for w in range(1 << bits)]
    source, counts = Toy([w | (w >> bits) for w in spread]), Counter[int]()
    try:
        while True:
            counts[source.below(n)] += 1
    except StopIteration:
        pass
    # 2^32 is not a multiple of n: the rejected words are exactly those of the last incomplete run
    limit = (1 << 32) // n * n
    accepted = [w for w in (w | (w >> bits) for w in spread) if w < limit]
    assert sum(counts.values()) == len(accepted)
    assert counts == Counter(w % n for w in accepted)


def test_rejection_leaves_equal_counts_exactly() -> None:
    """With every word below 2^32 the counts are equal: the last run, which is short, is rejected."""
    for n in (3, 7, 38):
        limit = (1 << 32) // n * n
        assert limit % n == 0
        assert Toy([limit, limit + 1, 2 * n]).below(n) == 0  # two words at and above the limit are passed over
        assert Toy([limit - 1]).below(n) == n - 1


@pytest.mark.parametrize("size", [3, 4, 5])
def test_shuffle_gives_every_order_once(size: int) -> None:
    """Fisher–Yates over every sequence of choices gives each order exactly once."""
    found = Counter[tuple[int, ...]]()

    def sequences(last: int) -> list[list[int]]:
        return [[]] if last == 0 else [[w, *rest] for w in range(last + 1) for rest in sequences(last - 1)]

    for words in sequences(size - 1):
        found[tuple(Toy(words).shuffled(range(size)))] += 1
    assert found == Counter(dict.fromkeys(permutations(range(size)), 1))


def test_naive_shuffle_would_be_caught() -> None:
    """Control: swapping every place with any place does not give each order equally often."""
    found = Counter[tuple[int, ...]]()
    for code in range(27):
        order = [0, 1, 2]
        for place in range(3):
            other = code // 3**place % 3
            order[place], order[other] = order[other], order[place]
        found[tuple(order)] += 1
    assert len(set(found.values())) > 1


def test_seed_decides_everything_and_only_the_seed() -> None:
    """The same seed gives the same outcomes, another seed others."""
    draw = Draw("wheel", {str(n): 1 for n in range(38)}, "617a.5(a)", True)
    first, again, other = FairDevice(b"a" * 32), FairDevice(b"a" * 32), FairDevice(b"b" * 32)
    spins = [[device.answer(draw).says for _ in range(50)] for device in (first, again, other)]
    assert spins[0] == spins[1] != spins[2]


def test_commitment_binds_the_seed() -> None:
    """One flipped bit of the seed gives another commitment."""
    seed = bytes(range(32))
    flipped = bytes([seed[0] ^ 1]) + seed[1:]
    assert commitment(seed) == FairDevice(seed).commitment != commitment(flipped)
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(b"short")


def test_known_answer_of_the_stream() -> None:
    """ChaCha20 with a zero key and nonce starts with the published words."""
    stream = Stream(bytes(32))
    assert [f"{stream.word():08x}" for _ in range(4)] == ["ade0b876", "903df1a0", "e56a5d40", "28bd8653"]


def deal_with(device: FairDevice, shuffler: str) -> list[str]:
    """Cards of one round of Go Fore It from a device, cut and all."""
    game = catalogue.game("go-fore-it")
    from pitboss.submission import submit

    rules = submit(game.rules, {"shuffler": shuffler})
    play = Round(game, rules, game.open(rules), RoundStart(1))
    cards: list[str] = []
    while not play.closed and len(cards) < 8:
        question = play.pending
        if isinstance(question, Draw):
            answer = device.answer(question)
            cards.append(answer.says)
            play.answer(answer)
        elif isinstance(question, Election):
            for event in play.answer(Answer("dealer", "cut", amount=20)):
                if isinstance(event, CutMade):
                    device.cut = event.position
        else:
            play.answer(Answer(1, "wager", "front_9", "", 500))
            play.answer(close_betting())
    return cards


def test_cut_moves_the_top_below_the_rest() -> None:
    """The cut goes into the order: the same seed, cut at 20, deals the 21st card first."""
    seed = b"c" * 32
    uncut, cut = deal_with(FairDevice(seed), "automated"), deal_with(FairDevice(seed), "manual")
    order = FairDevice(seed)
    order.fix(_deck())
    whole = [order.answer(Draw("deck", dict.fromkeys(_deck(), 1), "676a.8(b)")).says for _ in range(52)]
    assert uncut == whole[:8]
    assert cut == whole[20:28]


def _deck() -> list[str]:
    from pitboss.equipment.cards import DECK

    return list(DECK)


def test_empty_shoe_says_so() -> None:
    """Past the last card the device refuses."""
    device, draw = FairDevice(bytes(32)), Draw("deck", {"AS": 1}, "676a.8(b)")
    device.answer(draw)
    with pytest.raises(Refused, match="empty"):
        device.answer(draw)


def test_skip_resumes_where_a_restart_left_off() -> None:
    """A device rebuilt from its seed and the number of cards drawn goes on with the very same order."""
    draw = Draw("deck", dict.fromkeys(_deck(), 1), "676a.8(b)")
    device = FairDevice(b"d" * 32)
    dealt = [device.answer(draw).says for _ in range(52)]
    again = FairDevice(b"d" * 32)
    again.fix(_deck())
    again.skip(17)
    assert [again.answer(draw).says for _ in range(35)] == dealt[17:]
