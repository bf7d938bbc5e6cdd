"""633a Blackjack: hands as they were drawn, doubled, split and switched, against the dealer's; Insurance, surrender, dead hands.

The wagers beside it are in ``blackjack_sides``.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pitboss_audit.facts import Fate, Key, Line, Round, Wager, line
from pitboss_audit.games.blackjack_sides import FIRST_CARDS, SEEDS, Sides
from pitboss_audit.games.blackjack_values import dealers, natural, total
from pitboss_audit.money import surrendered, won

HANDS = ("blackjack", "split_pairs", "double_down")


class Hands:
    """The hands of a round, by seat and number, as events made them."""

    def __init__(self, played: Round) -> None:
        self.cards: dict[tuple[int, int], list[str]] = {}
        self.first: dict[tuple[int, int], list[str]] = {}  # the first two cards, before any switch
        self.split: set[tuple[int, int]] = set()
        self.switched: set[int] = set()
        self.dealer: list[str] = []
        asked: tuple[int, int] = (0, 0)
        for fact in played.facts:
            kind = fact["event"]
            if kind == "dealt" and fact["to"] == "dealer":
                self.dealer.append(fact["card"])
            elif kind == "dealt" and isinstance(fact["to"], int):
                key = fact["to"], fact.get("hand", 0)
                self.cards.setdefault(key, []).append(fact["card"])
                if len(self.first.setdefault(key, [])) < 2 and key not in self.split:
                    self.first[key].append(fact["card"])
            elif kind == "elected" and fact["says"] == "split_pairs":
                asked = fact["by"], fact.get("hand", 0)
            elif kind == "wagered" and fact["wager"] == "split_pairs":
                new = fact["seat"], fact["hand"]
                self.cards[new] = [self.cards[asked].pop()]
                self.split |= {asked, new}
            elif kind == "elected" and fact["says"] == "switch":
                one, other = self.cards[fact["by"], 0], self.cards[fact["by"], 1]
                one[1], other[1] = other[1], one[1]
                self.switched.add(fact["by"])

    def finished(self) -> list[str]:
        """The dealer's hand: 633a.7(m) stands on 17; a card beyond it is not the dealer's (633a.14(d))."""
        return dealers(self.dealer)


def number_of(wager: Wager) -> int:
    """Which hand of its seat a wager is on: at Blackjack Switch the second box has a hand of its own."""
    return wager.hand or (1 if wager.on == "2" else 0)


def returned(played: Round, hands: Hands, wager: Wager) -> tuple[int, str]:
    """What comes back of a wager on a hand, and by which provision."""
    rules, stake, seat = played.rules, wager.amount, wager.seat
    key = seat, number_of(wager)
    cards, dealer = hands.cards[key], hands.finished()
    points, other, house = total(cards)[0], total(dealer)[0], natural(hands.dealer[:2])
    said = {answer["says"] for answer in played.elected(seat) if answer.get("hand", 0) == key[1]}
    two = natural(cards) and key not in hands.split
    mine, brought = two and seat not in hands.switched, two and seat in hands.switched
    if "even_money" in said:
        return won(rules, stake, "1 to 1"), "633a.8(e)"
    if "surrender" in said:
        return (0, "633a.9(a)(2)") if house else (surrendered(stake, rules), "633a.9(a)")
    if points > 21:
        return 0, "633a.7(r)"
    if house:
        if mine:
            return stake, "633a.7(q)"
        later = wager.wager != "blackjack"  # 633a.10(b), 633a.11(d): only the original wager is lost
        return (stake, "633a.10(b)" if wager.wager == "double_down" else "633a.11(d)") if later else (0, "633a.7(h)")
    if brought and other in (21, 22):
        return stake, "633a.12(a)(5)(iv)"
    if mine:
        return natural_pays(rules, stake, other)
    if rules["blackjack_switch"] and other == 22:
        return stake, "633a.12(a)(5)(v)"
    if other > 21 or points > other:
        return won(rules, stake, "1 to 1"), "633a.13(a)"
    return (stake, "633a.7(q)") if points == other else (0, "633a.7(r)")


def natural_pays(rules: Mapping[str, Any], stake: int, other: int) -> tuple[int, str]:
    """A Blackjack against a dealer without one; I-633a-03 and -04 at Blackjack Switch."""
    if not rules["blackjack_switch"]:
        return won(rules, stake, "3 to 2"), "633a.13(a)"
    if other == 22 and rules["switch_natural_against_22"] == "pushes":
        return stake, "633a.12(a)(5)(v)"
    if other == 21:
        return won(rules, stake, "1 to 1"), "633a.12(a)(5)(i)"
    return won(rules, stake, "3 to 2" if rules["switch_natural_pays"] == "as_printed" else "1 to 1"), "633a.13(a)"


def dead(played: Round) -> dict[Key, Fate]:
    """633a.14(g), (i): hands that are dead because cards were not dealt to them, and what they get back (I-633a-32, -33)."""
    found, decided = dict[Key, Fate](), set[Key]()
    up: dict[Key, Wager] = {}
    dealt = Counter[tuple[int, int]]()
    for fact in played.facts:
        kind = fact["event"]
        if kind == "dealt" and isinstance(fact["to"], int):
            dealt[fact["to"], fact.get("hand", 0)] += 1
        elif kind in ("wagered", "decided"):
            key = fact["seat"], fact["wager"], fact["on"], fact.get("hand", 0)
            if kind == "decided":
                decided.add(key)
            else:
                up[key] = Wager(*key)
        missed = kind == "irregularity_reported" and fact["kind"] == "no_cards_dealt"
        called = kind == "elected" and fact["says"] == "hand_dead"
        if missed or called:
            seat, hand = (fact["seat"], None) if missed else (fact["by"], fact.get("hand", 0))
            short = hand is None or dealt[seat, hand] < 2  # (g): no card, or no second one
            alone = not short and played.rules["dead_hand_returns"] == "original_wager"
            for key, wager in up.items():
                number = number_of(wager)
                its = not played.cards(seat, hand=number) if hand is None else number == hand
                if wager.wager == "super_match" and hand is None:  # it needs the cards of both boxes
                    its = its or not played.cards(seat, hand=1)
                if wager.wager in SEEDS:  # with two boxes it goes on with the other one
                    its = its and not (played.cards(seat, hand=1) and number == 0)
                if key[0] == seat and key not in decided and its:
                    found[key] = Fate("633a.14(g)" if short else "633a.14(i)", not alone or key[1] == "blackjack")
    return found


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    hands = Hands(played)
    voids = {"card_reader_misused": "633a.14(j)(1)"} if played.rules["card_reader_can_reveal"] else {}
    fates = dead(played) | played.fates(voids, ordered={"void_round": "I-633a-35"})
    sides = Sides(played, hands.first, hands.cards, hands.dealer, fates)

    def one(wager: Wager) -> Line:
        if wager.wager == "insurance":
            wins = natural(hands.dealer[:2])
            return line(
                wager, won(played.rules, wager.amount, "2 to 1") if wins else 0, "633a.13(b)" if wins else "633a.8(d)"
            )
        if wager.wager in HANDS:
            return line(wager, *returned(played, hands, wager))
        if wager.wager in FIRST_CARDS:
            return sides.first_cards(wager)
        return sides.progressive(wager)

    lines = played.settled(one, fates)
    return lines + sides.meter_lines, sides.after
