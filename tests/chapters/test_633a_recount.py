"""Chapter 633a, Blackjack: random rounds under many combinations of choices, recounted from what was told of them.

Whoever recounts knows the events, the filed choices and the text, and none of the chapter's code.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Dealt, Elected, Event, MeterMoved, Revealed, Settlement, Wagered
from pitboss.game import RoundStart
from pitboss.journal import Report
from pitboss.money import cents
from pitboss.procedure import Answer, Draw, Election, Option, Window
from pitboss.submission import submit
from pitboss.wagers import close_betting

GAME = catalogue.game("blackjack")
VALUE = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
SIDES = (
    "lucky_ladies", "match_the_dealer", "in_between", "royal_match_21", "bet_the_set_21", "kings_bounty", "three_card_poker",
)  # fmt: skip
BY_SEAT = ("super_match", "bad_beat_progressive", "hit_and_run_progressive")
FAVOURED: tuple[list[str], ...] = ([], ["QH"], ["QH", "QH", "QH", "KS", "AS"], ["KH", "QH", "KD", "QD"], ["8S", "8H", "AD", "AC"],
    ["2S", "2D", "3H", "2C", "AD"])  # fmt: skip

Cards = list[str]
Wager = tuple[int, str, str, int]  # seat, kind, area, hand
HandAt = tuple[int, int]  # seat and number


# --- what is filed and played


def filed(pick: random.Random) -> dict[str, Any]:
    """A lawful submission: every optional wager that the decks allow, or not; and one of the variations, or none."""
    decks = pick.choice((1, 2, 4, 6, 6, 8))
    found: dict[str, Any] = {
        "decks": decks,
        "split_aces": pick.choice(("one_card", "draw")),
        "adjacent_boxes": pick.choice((1, 2, 3)),
        "settlement_order": pick.choice(("collect_first", "mixed")),
        "even_money": pick.random() < 0.5,
        "max_resplits": pick.randrange(4),
        "max_ace_resplits": pick.randrange(3),
        "in_between_ace": pick.choice(("high", "low")),
    }
    found |= {kind: pick.random() < 0.7 for kind in (*SIDES, *BY_SEAT[1:])}
    found["match_the_dealer"] = found["match_the_dealer"] and decks in (6, 8)
    found["royal_match_21_paytable"] = pick.choice("AB" if decks == 1 else "CDE")
    found["crown_treasure_bonus"] = found["royal_match_21"] and pick.random() < 0.5
    found["bet_the_set_21_paytable"] = {1: "A", 2: "B"}.get(decks, pick.choice("CD"))
    found |= {"bad_beat_rate": "20", "bad_beat_initial": "5000", "bad_beat_reset": "6000"}
    found |= {"hit_and_run_rate": "12.5", "hit_and_run_initial": "1000", "hit_and_run_reset": "2000"}
    for bonus in ("bad_beat_any_20", "magic_card_bonus", "lucky_player_bonus"):
        found[bonus] = found["bad_beat_progressive"] and pick.random() < 0.5
    if decks in (6, 8) and pick.random() < 0.4:
        natural = {"switch_natural_pays": ("as_printed", "one_to_one"), "switch_natural_against_22": ("wins", "pushes")}
        found |= {"blackjack_switch": True, "super_match": True} | {k: pick.choice(v) for k, v in natural.items()}
    elif decks <= 2 and pick.random() < 0.5:
        found |= {"dealt_from_hand": True, "automated_shuffling_device": True}
    if pick.random() < 0.5:
        found["payout_limit"] = "25000"
        found["limits"] = {kind: {"maximum": "25"} for kind in ("lucky_ladies", "kings_bounty")}
    return found


def wagers(pick: random.Random, rules: Any) -> Iterator[Answer]:
    """Each player has some neighbouring boxes, as many as are permitted or fewer, and wagers on much that is offered."""
    boxes = rules.adjacent_boxes
    for first in range(1, 8, boxes):
        for seat in range(first, min(first + pick.randrange(boxes + 1), 8)):
            amount = pick.choice((500, 1000, 1001, 777))
            for kind, on in rules.spots:
                if kind == "blackjack" or pick.random() < 0.7:
                    stake = amount if kind == "blackjack" else pick.choice((100, 501, 2500))
                    yield Answer(seat, "wager", kind, on, stake, player=f"player {first}")


def chosen(election: Election, pick: random.Random) -> Answer:
    """A lawful answer; pairs are often split, and most hands drawn to or doubled."""
    options: Sequence[Option] = election.options
    for say in ("split_pairs", "draw"):
        if pick.random() < 0.5:
            options = [option for option in options if option.says == say] or options
    option = pick.choice(options)
    steps = (option.most - option.least) // option.step if option.most > option.least else 0
    return option.answer(election.to, option.least + pick.randrange(steps + 1) * option.step if steps else None)


def played(state: Any, rules: Any, number: int, pick: random.Random) -> tuple[list[Event], Any]:
    """One round to its end; some cards come more often than chance would have it."""
    round_, favoured = Round(GAME, rules, state, RoundStart(number)), pick.choice(FAVOURED)
    events, tendered = list(round_.events), list(wagers(pick, rules))
    while not round_.closed:
        asked = round_.pending
        if isinstance(asked, Window):
            events += round_.answer(tendered.pop(0) if tendered else close_betting())
        elif isinstance(asked, Draw):
            left = [card for card, count in asked.weights.items() for _ in range(count)]
            liked = [card for card in favoured if asked.weights.get(card)]
            events += round_.answer(Answer("chance", pick.choice(liked if liked and pick.random() < 0.7 else left)))
        else:
            election = pick.choice(round_.elections())
            if (
                election.kind == "card reader" and pick.random() < 0.3
            ):  # I-633a-12: then a Blackjack shows only at the end
                events += round_.report(Report("card_reader_check_omitted"))
            else:
                events += round_.answer(chosen(election, pick))
    return events, round_.result


# --- what was told


class Told:
    """The cards, wagers and decisions of a round, as its events tell them."""

    def __init__(self, events: list[Event]) -> None:
        self.dealer: Cards = []
        self.hands: dict[HandAt, Cards] = {}
        self.first: dict[HandAt, Cards] = {}  # the initial two cards of each hand
        self.up: dict[Wager, int] = {}
        self.player: dict[int, str] = {}
        self.split: set[HandAt] = set()
        self.switched: set[HandAt] = set()
        self.said: set[tuple[int, int, str]] = set()
        self.system: dict[str, str] = {}  # what the table game system selected
        for event in events:
            self.hear(event)

    def hear(self, event: Event) -> None:
        if isinstance(event, Wagered):
            wager = event.seat, event.wager, event.on, event.hand
            self.up[wager] = self.up.get(wager, 0) + event.amount
            self.player.setdefault(event.seat, event.player)
        elif isinstance(event, Dealt) and isinstance(event.to, int):
            at = event.to, event.hand
            self.hands.setdefault(at, []).append(event.card)
            if len(self.first.setdefault(at, [])) < 2 and at not in self.split:
                self.first[at].append(event.card)
        elif isinstance(event, Dealt):
            self.dealer.append(event.card)
        elif isinstance(event, Revealed) and isinstance(event.of, int):
            self.hands[event.of, event.hand] = list(event.cards)
            self.split |= {(event.of, event.hand)} if event.cite == "633a.11(a)" else set()
            self.switched |= {(event.of, event.hand)} if event.cite == "633a.12(a)(4)" else set()
        elif isinstance(event, Elected) and isinstance(event.by, int):
            self.said.add((event.by, event.hand, event.says))
        elif (what := getattr(event, "what", "")).startswith(("magic card: ", "lucky player: ")):
            self.system[what.split(": ")[0]] = what.split(": ")[1]

    @property
    def dealers(self) -> int:
        return total(self.dealer)

    @property
    def blackjack(self) -> bool:
        return len(self.dealer) == 2 and self.dealers == 21

    def natural(self, at: HandAt) -> bool:
        return total(self.hands[at]) == 21 and len(self.hands[at]) == 2 and at not in self.split


def total(cards: Cards) -> int:
    points, aces = sum(VALUE[card[0]] for card in cards), sum(card[0] == "A" for card in cards)
    return points - 10 * min(aces, max(0, -(-(points - 21) // 10)))


# --- what the text makes of it


def paid(stake: int, to: Fraction | int) -> int:
    """Stake and winnings, up to the cent (I-GEN-06); nothing where it loses."""
    return stake + -(-stake * to // 1) if to else 0


def wins_main(told: Told, at: HandAt, rules: dict[str, Any]) -> Fraction | None:
    """633a.7(p)–(q), 633a.12(a)(5): to 1; 0 where the hand loses, None where it ties."""
    mine, dealers, natural, switch = total(told.hands[at]), told.dealers, told.natural(at), "blackjack_switch" in rules
    three_to_two, even, lost = Fraction(3, 2), Fraction(1), Fraction(0)
    if mine > 21:
        return lost
    if told.blackjack:
        return None if natural and at not in told.switched else lost
    if natural and at in told.switched:
        return None if dealers in (21, 22) else even
    if natural and not switch:
        return three_to_two
    if natural:
        if dealers == 22 and rules["switch_natural_against_22"] == "pushes":
            return None
        return three_to_two if dealers != 21 and rules["switch_natural_pays"] == "as_printed" else even
    if mine == dealers or (switch and dealers == 22):
        return None
    return even if dealers > 21 or mine > dealers else lost


def recount_hands(told: Told, rules: dict[str, Any], areas: Sequence[str]) -> dict[Wager, int]:
    """The Blackjack Wager of each hand, and what was added to it or wagered beside it."""
    due: dict[Wager, int] = {}
    for wager, stake in told.up.items():
        seat, kind, on, number = wager
        at = seat, areas.index(on) if kind == "blackjack" else number
        if kind not in ("blackjack", "split_pairs", "double_down"):
            continue
        if (*at, "even_money") in told.said:
            due[wager] = 2 * stake
        elif (*at, "surrender") in told.said:
            due[wager] = 0 if told.blackjack else stake - stake // 2
        elif told.blackjack and kind != "blackjack":  # 633a.10(b), 633a.11(d)
            due[wager] = stake
        else:
            odds = wins_main(told, at, rules)
            due[wager] = stake if odds is None else paid(stake, odds)
    return due


def twenty(cards: Cards, best: str, pairs: dict[str, int], suited: int, other: dict[str, int], *, top: int) -> int:
    """Lucky Ladies and King's Bounty: two cards that count 20, to 1."""
    if total(cards) != 20:
        return 0
    if cards == [best, best]:
        return top
    if cards[0] == cards[1]:
        return pairs.get(cards[0][0], pairs["other"])
    if cards[0][1] == cards[1][1]:
        return suited
    return other.get(cards[0][0], 4) if cards[0][0] == cards[1][0] else 4


def wins_side(kind: str, told: Told, cards: Cards, rules: dict[str, Any]) -> Fraction | int:
    """633a.13(c)–(i), (k): what two cards, or the first four, are paid, to 1."""
    up, one, two = told.dealer[0], cards[0], cards[1]
    alike, suited = one[0] == two[0], one[1] == two[1]
    top = 1000 if told.blackjack else 200
    order = "23456789TJQKA" if rules["in_between_ace"] == "high" else "A23456789TJQK"
    if kind == "lucky_ladies":
        return twenty(cards, "QH", {"other": 25}, 10, {}, top=top)
    if kind == "kings_bounty":
        return twenty(cards, "KS", {"K": 50, "other": 25}, 9, {"K": 6}, top=top)
    if kind == "match_the_dealer":
        same, different = {6: (11, 4), 8: (14, 3)}[rules["decks"]]
        return sum(same if card[1] == up[1] else different for card in cards if card[0] == up[0])
    if kind == "in_between":
        low, high = sorted(order.index(card[0]) for card in cards)
        if low == high:
            return 30 if order.index(up[0]) == low else 0
        return {1: 10, 2: 6, 3: 4}.get(high - low - 1, 1) if low < order.index(up[0]) < high else 0
    if kind == "royal_match_21":
        royal = {"A": 10, "B": 5, "C": 30, "D": 25, "E": 50}[rules["royal_match_21_paytable"]]
        match = {"A": 3, "B": 3, "E": 2}.get(rules["royal_match_21_paytable"], Fraction(5, 2))
        crowned = rules["crown_treasure_bonus"] and is_royal(told.dealer[:2])
        return royal + (1000 if crowned else 0) if is_royal(cards) else match if suited else 0
    if kind == "bet_the_set_21":
        both, ranks = {"A": (0, 15), "B": (25, 10), "C": (15, 10), "D": (12, 10)}[rules["bet_the_set_21_paytable"]]
        return (both if suited else ranks) if alike else 0
    if kind == "super_match":
        many = tuple(sorted(Counter(card[0] for card in cards).values(), reverse=True))
        four, pairs = {6: (40, 8), 8: (50, 7)}[rules["decks"]]
        return {(4,): four, (2, 2): pairs, (3, 1): 5, (2, 1, 1): 1}.get(many, 0)
    three = sorted("23456789TJQKA".index(card[0]) for card in (*cards, up))
    straight = three in ([0, 1, 12], [three[0], three[0] + 1, three[0] + 2])
    return 9 if straight or three[0] == three[2] or len({card[1] for card in (*cards, up)}) == 1 else 0


def is_royal(cards: Cards) -> bool:
    return cards[0][1] == cards[1][1] and {card[0] for card in cards} == {"K", "Q"}


def recount_sides(told: Told, rules: dict[str, Any], areas: Sequence[str]) -> dict[Wager, int]:
    """Insurance, and the wagers that the first cards decide; the awards of 1000 to 1 within the payout limit."""
    due: dict[Wager, int] = {}
    tops: dict[Wager, int] = {}
    for wager, stake in told.up.items():
        seat, kind, on, _ = wager
        if kind == "insurance":
            due[wager] = 3 * stake if told.blackjack else 0
        elif kind == "super_match":
            due[wager] = paid(stake, wins_side(kind, told, told.first[seat, 0] + told.first[seat, 1], rules))
        elif kind in SIDES:
            odds = wins_side(kind, told, told.first[seat, areas.index(on)], rules)
            due[wager] = paid(stake, odds)
            tops |= {wager: stake * 1000} if odds == 1000 and kind in ("lucky_ladies", "kings_bounty") else {}
    limit, whole = cents(rules.get("payout_limit", "999999999")), sum(tops.values())
    if whole > limit:
        due |= {wager: told.up[wager] + limit * won // whole for wager, won in tops.items()}
    return due


def recount_meters(told: Told, rules: dict[str, Any], meters: dict[str, Fraction]) -> dict[Wager, int]:
    """633a.7(o), 633a.13(j), (l): both progressive wagers, and what they leave on their meters."""
    due: dict[Wager, int] = {}
    for kind, name in (("bad_beat_progressive", "bad_beat"), ("hit_and_run_progressive", "hit_and_run")):
        stakes = {wager: stake for wager, stake in told.up.items() if wager[1] == kind}
        meters[kind] = meters.get(kind, Fraction(cents(rules[f"{name}_initial"])))
        meters[kind] += sum(stakes.values()) * Fraction(rules[f"{name}_rate"]) / 100
        lines = {wager: (beaten if kind == BY_SEAT[1] else run)(told, wager[0], rules) for wager in stakes}
        jackpots = [wager for wager, line in lines.items() if line is None]
        shown, owners = meters[kind], Counter(told.player[wager[0]] for wager in jackpots)
        for wager, stake in stakes.items():
            bonus = bonuses(told, wager[0], rules) if kind == BY_SEAT[1] else 0
            due[wager] = stake * ((lines[wager] or 0) + bonus)
            if wager in jackpots:
                equally = Fraction(1, len(owners) * owners[told.player[wager[0]]])
                by_wager = Fraction(stake, sum(stakes[other] for other in jackpots))
                share = shown * (by_wager if kind == BY_SEAT[1] else equally) // 1
                due[wager] += share
                meters[kind] -= share
        meters[kind] += cents(rules[f"{name}_reset"]) if jackpots else 0
    return due


def beaten(told: Told, seat: int, rules: dict[str, Any]) -> int | None:
    """For 1, by the dealer's 21 in so many cards; None: the meter."""
    gone = {(by, number) for by, number, says in told.said if says in ("surrender", "even_money")}
    if 20 not in [total(cards) for at, cards in told.hands.items() if at[0] == seat and at not in gone]:
        return 0
    if told.dealers != 21:
        return 1 if rules["bad_beat_any_20"] else 0
    return {2: 10, 3: 25, 4: 50, 5: 100, 6: 1000}.get(len(told.dealer))


def run(told: Told, seat: int, rules: dict[str, Any]) -> int | None:
    """For 1, by the number of the dealer's cards; None: the meter."""
    if told.blackjack:
        return 4
    return None if len(told.dealer) >= 8 else {5: 7, 6: 25, 7: 100}.get(len(told.dealer), 0)


def bonuses(told: Told, seat: int, rules: dict[str, Any]) -> int:
    cards = [card for at, first in told.first.items() if at[0] == seat for card in first]
    magic = rules["magic_card_bonus"] and told.system.get("magic card") in cards
    return 20 * magic + 5 * (rules["lucky_player_bonus"] and told.system.get("lucky player") == str(seat))


@pytest.mark.parametrize("seed", range(12))
def test_633a_random_rounds_come_to_what_the_text_says(seed: int) -> None:
    """Every settlement of some rounds at a dozen tables, and their meters after each round."""
    pick = random.Random(f"633a {seed}")
    for _ in range(12):
        recounted(filed(pick), pick)


def recounted(written: dict[str, Any], pick: random.Random) -> None:
    rules: Any = submit(GAME.rules, written)
    state, meters = GAME.open(rules), dict[str, Fraction]()
    for number in range(1, 5):
        events, state = played(state, rules, number, pick)
        told = Told(events)
        if not told.dealer:
            continue
        due = recount_hands(told, written, rules.areas) | recount_sides(told, written, rules.areas)
        due |= recount_meters(told, written, meters)
        lines = [event for event in events if isinstance(event, Settlement)]
        assert {(line.seat, line.wager, line.on, line.hand): line.returned for line in lines} == due
        assert len(lines) == len(due)
        shown = {event.meter: event.after for event in events if isinstance(event, MeterMoved)}
        assert shown == {kind: meters[kind] * 10**6 for kind in shown}
