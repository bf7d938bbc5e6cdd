"""The rules of a house way as a Rules Submission writes them, one line each, and what makes them a way.

``two pair 7-T 2-6: two pair with A low``: for seven cards with two pair, the higher from seven to ten, the lower from
two to six, at least two pair stay in the high hand if the low hand can then be an ace or better. A line looks at the
ranks of the seven cards alone, the joker being an ace among them. The first line that is about these ranks and that some
lawful setting carries out is carried out, with the best low hand and then the best high hand. No line can order a foul,
because only lawful settings are looked at; and rules are a way if no hand is left over, which ``check_rules`` proves
from what each shape of seven cards can always do.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, groupby, product

import msgspec

from pitboss.equipment.cards import NAMES
from pitboss.families.poker_ranks import HEIGHT, JOKER_AS_ACE, LADDER, RANKS, Hand
from pitboss.procedure import Refusal, Refused

Counts = tuple[int, ...]  # of each rank from the 2 up, the joker among the aces
Groups = tuple[int, ...]  # how many cards each rank has that more than one card has, the most first
Heights = tuple[int, ...]  # the ranks of these, in the same order
Held = tuple[Groups, Heights]
MOST = 64  # lines of one way
SHAPES: dict[str, tuple[Groups, ...]] = {
    "no pair": ((),),
    "pair": ((2,),),
    "two pair": ((2, 2),),
    "three pair": ((2, 2, 2),),
    "three of a kind": ((3,),),
    "two threes": ((3, 3),),
    "full house": ((3, 2), (3, 2, 2)),
    "four of a kind": ((4,), (4, 2), (4, 3)),
    "five aces": ((5,), (5, 2)),
}
HIGHS = {
    hand.words: hand for hand in JOKER_AS_ACE.order if hand not in (Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH)
}  # a straight flush is a flush that is better
PAIRED = "22"  # any pair
# What seven cards of these groups can always do, whatever the other ranks and the suits: a high hand, and a low one.
ALWAYS: dict[Groups, tuple[tuple[Hand, str], ...]] = {
    (): ((Hand.HIGH_CARD, ""),),
    (2,): ((Hand.PAIR, ""),),
    (2, 2): ((Hand.TWO_PAIR, ""), (Hand.PAIR, PAIRED)),
    (2, 2, 2): ((Hand.TWO_PAIR, PAIRED),),
    (3,): ((Hand.THREE_OF_A_KIND, ""),),
    (3, 3): ((Hand.FULL_HOUSE, ""), (Hand.THREE_OF_A_KIND, PAIRED)),
    (3, 2): ((Hand.FULL_HOUSE, ""), (Hand.THREE_OF_A_KIND, PAIRED)),
    (3, 2, 2): ((Hand.FULL_HOUSE, PAIRED),),
    (4,): ((Hand.FOUR_OF_A_KIND, ""), (Hand.PAIR, PAIRED)),
    (4, 2): ((Hand.FOUR_OF_A_KIND, PAIRED),),
    (4, 3): ((Hand.FOUR_OF_A_KIND, PAIRED),),
    (5,): ((Hand.FIVE_ACES, ""), (Hand.THREE_OF_A_KIND, PAIRED)),
    (5, 2): ((Hand.FIVE_ACES, PAIRED),),
}
HOW = "a line is like: two pair 7-T 2-6: two pair with A low"
_LINE = re.compile(
    rf"(?P<hand>{'|'.join(sorted(SHAPES, key=len, reverse=True))})(?P<ranks>(?: (?:any|\S+))*): "
    rf"(?P<high>{'|'.join(sorted(HIGHS, key=len, reverse=True))})(?: with (?P<low>\S+) low)?"
)
_RANKS = re.compile(rf"([{LADDER}])(?:-([{LADDER}]))?")
_LOW = re.compile(rf"[{LADDER}]{{1,2}}")


class WayRule(msgspec.Struct, frozen=True):
    """One line: for what shape of seven cards, by the ranks of its groups, and what the two hands have to be at least."""

    hand: str
    ranks: tuple[tuple[int, int], ...]  # from and to; fewer than the shape has groups: any
    high: Hand
    low: str  # the highest card, both cards, or a pair; empty: any
    text: str

    def is_for(self, held: Held) -> bool:
        groups, heights = held
        if groups not in SHAPES[self.hand] or len(self.ranks) > len(heights):
            return False
        return all(first <= at <= last for at, (first, last) in zip(heights, self.ranks, strict=False))

    def always_can(self, groups: Groups) -> bool:
        """Whether every hand with these groups has a lawful setting that does it."""
        order = JOKER_AS_ACE.order.index
        return any(order(high) >= order(self.high) and self.low in ("", low) for high, low in ALWAYS[groups])


def held_ranks(counts: Counts) -> Held:
    """Which ranks more than one card has, those with most cards first, then the highest."""
    held = sorted([(many, place + 2) for place, many in enumerate(counts) if many > 1], reverse=True)
    return tuple([many for many, _ in held]), tuple([height for _, height in held])


# --- reading


def rules_of(lines: Iterable[str], cite: str = "") -> tuple[WayRule, ...]:
    """The rules of some lines; empty ones are left out."""
    return tuple(rule_of(line, cite) for line in lines if line.strip())


@cache
def rule_of(line: str, cite: str) -> WayRule:
    text = " ".join(line.split())

    def refusal(why: str) -> Refused:
        return Refused(Refusal.FORBIDDEN_CHOICE, f"house_way_rules: {text!r} cannot be read: {why}.", cite)

    found = _LINE.fullmatch(text)
    if found is None:
        shapes, highs = ", ".join(SHAPES), ", ".join(HIGHS)
        raise refusal(f"{HOW}; before the colon goes one of {shapes}; after it one of {highs}")
    spans = found["ranks"].split()
    most = max(map(len, SHAPES[found["hand"]]))
    if len(spans) > most:
        raise refusal(f"{found['hand']} has {most} ranks to be named at most")
    low = found["low"] or ""
    if low and not (_LOW.fullmatch(low) and low != LADDER[0]):
        raise refusal(f"the low hand is named by its highest card (A), both cards (AK) or a pair (77), not {low!r}")
    if len(low) > 1 and HEIGHT[low[0]] < HEIGHT[low[1]]:
        raise refusal(f"the higher card comes first: {low[::-1]}, not {low}")
    return WayRule(found["hand"], tuple(_span(span, refusal) for span in spans), HIGHS[found["high"]], low, text)


def _span(written: str, refusal: Callable[[str], Refused]) -> tuple[int, int]:
    if written == "any":
        return HEIGHT[LADDER[0]], HEIGHT[LADDER[-1]]
    found = _RANKS.fullmatch(written)
    if found is None or HEIGHT[found[1]] > HEIGHT[found[2] or found[1]]:
        raise refusal(f"ranks are any, a rank like 7, or a span like 7-T, not {written!r}")
    return HEIGHT[found[1]], HEIGHT[found[2] or found[1]]


# --- what makes them a way


@cache
def check_rules(lines: Sequence[str], cite: str) -> None:
    """Raise unless these lines set every hand, and each of them is for some hand that those before it leave."""
    if len(lines) > MOST:
        words = f"house_way_rules has {len(lines)} lines; a house way has {MOST} at most."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, cite)
    rules, used = rules_of(lines, cite), set[WayRule]()
    for held in every_held():
        left = [rule for rule in rules if rule.is_for(held)]
        last = next((n for n, rule in enumerate(left) if rule.always_can(held[0])), None)
        if last is None:
            words = (
                f"house_way_rules leave a hand without a setting: {held_words(held)}. End the lines for "
                f"{_shape_of(held[0])} with one that can always be carried out, like {_usual(held[0])!r}."
            )
            raise Refused(Refusal.FORBIDDEN_CHOICE, words, cite)
        used.update(left[: last + 1])
    idle = next((rule for rule in rules if rule not in used), None)
    if idle is not None or len(set(rules)) < len(rules):
        which = idle or next(rule for n, rule in enumerate(rules) if rule in rules[:n])
        words = f"house_way_rules: {which.text!r} is never reached; an earlier line sets every hand that it is about."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, cite)


@cache
def every_held() -> tuple[Held, ...]:
    """Every way in which ranks of seven cards can repeat."""
    return tuple((groups, heights) for groups in ALWAYS for heights in _heights(groups))


def _heights(groups: Groups) -> Iterator[Heights]:
    if groups and groups[0] == 5:
        for rest in _heights(groups[1:]):
            if HEIGHT["A"] not in rest:
                yield HEIGHT["A"], *rest
        return
    sizes = [len(list(same)) for _, same in groupby(groups)]
    for chosen in product(*(combinations(range(RANKS + 1, 1, -1), size) for size in sizes)):
        heights = tuple(height for part in chosen for height in part)
        if len(set(heights)) == len(heights):
            yield heights


def _shape_of(groups: Groups) -> str:
    return next(shape for shape, all_groups in SHAPES.items() if groups in all_groups)


def _usual(groups: Groups) -> str:
    high, low = ALWAYS[groups][-1]
    return f"{_shape_of(groups)}: {high.words}" + (f" with {low} low" if low else "")


# --- in words


def held_words(held: Held) -> str:
    """``full house, kings and 2s``."""
    ranks = " and ".join(f"{_named(height)}s" for height in held[1])
    return ", ".join(filter(None, (_shape_of(held[0]), ranks)))


STAYS = {
    Hand.HIGH_CARD: "the highest card stays high",
    Hand.PAIR: "a pair stays high",
    Hand.TWO_PAIR: "two pair stay high",
    Hand.THREE_OF_A_KIND: "three of a kind stay high",
    Hand.STRAIGHT: "a straight or better stays high",
    Hand.FLUSH: "a flush or better stays high",
    Hand.FULL_HOUSE: "the full house stays high",
    Hand.FOUR_OF_A_KIND: "the four of a kind stay high",
    Hand.FIVE_ACES: "the five aces stay high",
}


def sentence(rule: WayRule) -> str:
    """The line as the guide prints it."""
    ranks = " and ".join(map(_span_words, rule.ranks))
    shape = "One pair" if rule.hand == "pair" else rule.hand.capitalize()
    head = ", ".join(filter(None, (shape, ranks)))
    if rule.low == PAIRED and any(rule.always_can(groups) for groups in SHAPES[rule.hand]):
        return f"{head}: the best pair that can goes low, {STAYS[rule.high]}."
    return f"{head}: {STAYS[rule.high]}{_low_words(rule.low)}."


def _low_words(low: str) -> str:
    if not low:
        return ""
    if low == PAIRED:
        return ", if a pair can go low"
    if len(low) == 1:
        named = _named(HEIGHT[low])
        return f", if {'an ace' if low == 'A' else f'{_article(low)} {named} or better'} can go low"
    first, second = (_named(HEIGHT[card]) for card in low)
    return f", if {f'a pair of {first}s' if first == second else f'{first} and {second}'} or better can go low"


def _article(card: str) -> str:
    return "an" if card in "A8" else "a"


def _span_words(span: tuple[int, int]) -> str:
    first, last = (_named(height) for height in span)
    if span == (HEIGHT[LADDER[0]], HEIGHT[LADDER[-1]]):
        return "any"
    return f"{first}s" if first == last else f"{first}s to {last}s"


def _named(height: int) -> str:
    return NAMES.get(LADDER[height - 2], LADDER[height - 2])
