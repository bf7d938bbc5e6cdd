"""633a.7(g) and (o), 633a.13(c)–(m): the wagers beside a Blackjack Wager, and two meters."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pitboss_audit.facts import Fate, Key, Line, NotSettled, Round, Wager, line
from pitboss_audit.games.blackjack_values import RANKS, dealers, natural, total
from pitboss_audit.meters import Meter, amount, equal_parts
from pitboss_audit.money import net, pays, up, won

BAD_BEAT, HIT_AND_RUN = "bad_beat_progressive", "hit_and_run_progressive"
SEEDS = {BAD_BEAT: ("bad_beat", "5000.00"), HIT_AND_RUN: ("hit_and_run", "1000.00")}
TOP = ("Queen of hearts pair and dealer Blackjack", "King of spades pair and dealer Blackjack")


def ladies(cards: Sequence[str], house: bool) -> str:
    """The line of Lucky Ladies (I-633a-21); ``house``: the dealer has a Blackjack."""
    if total(cards)[0] != 20:
        return ""
    if list(cards) == ["QH", "QH"]:
        return TOP[0] if house else "Queen of hearts pair"
    return "Matched 20" if cards[0] == cards[1] else "Suited 20" if cards[0][1] == cards[1][1] else "Any 20"


def bounty(cards: Sequence[str], house: bool) -> str:
    """The line of King's Bounty."""
    if total(cards)[0] != 20:
        return ""
    if list(cards) == ["KS", "KS"]:
        return TOP[1] if house else "King of spades pair"
    kings, suited, pair = cards[0][0] == cards[1][0] == "K", cards[0][1] == cards[1][1], cards[0][0] == cards[1][0]
    if suited:
        return "Suited kings pair" if kings else "Suited queens, jacks or 10s pair" if pair else "Suited 20"
    return "Pair of kings" if kings else "Any 20"


def between(cards: Sequence[str], shown: str, ace: str) -> str:
    """The line of In Between (I-633a-24)."""
    order = RANKS if ace == "high" else "A" + RANKS[:-1]
    low, high = sorted(order.index(card[0]) for card in cards)
    at = order.index(shown[0])
    if low == high:
        return "Triple Match" if at == low else ""
    spreads = {1: "One-card spread", 2: "Two-card spread", 3: "Three-card spread"}
    return spreads.get(high - low - 1, "All others") if low < at < high else ""


def three_cards_win(cards: Sequence[str]) -> bool:
    """633a.13(k): a flush, a straight with the ace high or low, or three of a rank."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    runs = ranks[2] - ranks[0] == 2 and len(set(ranks)) == 3
    return len({card[1] for card in cards}) == 1 or len(set(ranks)) == 1 or runs or ranks == [0, 1, 12]


def royal(cards: Sequence[str]) -> bool:
    return {card[0] for card in cards} == {"K", "Q"} and cards[0][1] == cards[1][1]


def match_odds(rules: Mapping[str, Any], cards: Sequence[str], shown: str) -> str:
    """633a.13(d): each card of the rank of the dealer's up card."""
    table = pays("633a.13(d)(1)#six decks" if rules["decks"] == 6 else "633a.13(d)(2)#eight decks")
    lines = [
        table[f"Each matching card of {'the same' if card[1] == shown[1] else 'a different'} suit"]
        for card in cards
        if card[0] == shown[0]
    ]
    return f"{sum(net(odds) for odds in lines)} to 1" if lines else ""


def set_odds(rules: Mapping[str, Any], cards: Sequence[str]) -> str:
    """633a.13(g) Bet the Set 21."""
    name = rules.get("bet_the_set_21_paytable") or {1: "A", 2: "B"}.get(
        rules["decks"], "C"
    )  # of those printed for the decks
    table = pays({"A": "633a.13(g)(1)#A", "B": "633a.13(g)(2)#B"}.get(name, f"633a.13(g)(3)#{name}"))
    if cards[0][0] != cards[1][0]:
        return ""
    return table.get("Suited Pairs", table["Pairs"]) if cards[0][1] == cards[1][1] else table["Pairs"]


def super_odds(rules: Mapping[str, Any], cards: Sequence[str]) -> str:
    """633a.13(i) Super Match: four cards, by rank."""
    table = pays("633a.13(i)(1)#six decks" if rules["decks"] == 6 else "633a.13(i)(2)#eight decks")
    shape = tuple(sorted(Counter(card[0] for card in cards).values(), reverse=True))
    line = {(4,): "Four-of-a-kind", (2, 2): "Two pair", (3, 1): "Three-of-a-kind", (2, 1, 1): "Pair"}.get(shape, "")
    return table[line] if line else ""


# By kind, where it is paid.
FIRST_CARDS = {
    "lucky_ladies": "633a.13(c)",
    "match_the_dealer": "633a.13(d)",
    "in_between": "633a.13(e)",
    "royal_match_21": "633a.13(f)",
    "bet_the_set_21": "633a.13(g)",
    "kings_bounty": "633a.13(h)",
    "super_match": "633a.13(i)",
    "three_card_poker": "633a.13(k)",
}


class Sides:
    """The additional wagers of one round."""

    def __init__(
        self,
        played: Round,
        first: Mapping[tuple[int, int], Sequence[str]],
        hands: Mapping[tuple[int, int], Sequence[str]],
        dealer: Sequence[str],
        fates: Mapping[Key, Fate],
    ) -> None:
        self.played, self.rules, self.first, self.hands, self.fates = played, played.rules, first, hands, fates
        self.dealer, self.house = list(dealer), natural(dealer[:2])
        self.meter_lines: list[Line] = []
        self.after: dict[str, Any] = {}
        self.awards: dict[tuple[int, str], int] = {}
        for kind in SEEDS:
            if self.rules[kind]:
                self._play_meter(kind)

    # --- what the first cards decide

    def _cards(self, wager: Wager) -> list[str]:
        return list(self.first[wager.seat, 1 if wager.on == "2" else 0])

    def _odds(self, wager: Wager) -> tuple[str, str]:
        """The line and what it pays; two empty words when it loses."""
        kind, shown = wager.wager, self.dealer[0]
        if kind == "super_match":
            return "", super_odds(self.rules, [*self.first[wager.seat, 0], *self.first[wager.seat, 1]])
        cards = self._cards(wager)
        if kind == "match_the_dealer":
            return "", match_odds(self.rules, cards, shown)
        if kind == "bet_the_set_21":
            return "", set_odds(self.rules, cards)
        if kind == "three_card_poker":
            return "", "9 to 1" if three_cards_win([*cards, shown]) else ""
        if kind == "royal_match_21":
            name = self.rules.get("royal_match_21_paytable") or ("A" if self.rules["decks"] == 1 else "C")
            line_ = "Royal Match" if royal(cards) else "Suited Match" if cards[0][1] == cards[1][1] else ""
            return line_, pays(f"633a.13(f)({1 if name in 'AB' else 2})#{name}").get(line_, "")
        if kind == "in_between":
            line_ = between(cards, shown, self.rules["in_between_ace"])
        else:
            line_ = (ladies if kind == "lucky_ladies" else bounty)(cards, self.house)
        return line_, pays(FIRST_CARDS[kind]).get(line_, "")

    def first_cards(self, wager: Wager) -> Line:
        name, odds = self._odds(wager)
        cite = FIRST_CARDS[wager.wager] if odds else "633a.7(g)"
        back = won(self.rules, wager.amount, odds) if odds else 0
        if self._is_limited(wager, name):
            back = wager.amount + self._limited(wager)
        if name == "Royal Match" and self._crowned():  # I-633a-22: a thousand times the stake besides
            back += won(self.rules, wager.amount, "1000 for 1")
        return line(wager, back, cite)

    def _crowned(self) -> bool:
        return bool(self.rules["crown_treasure_bonus"]) and len(self.dealer) > 1 and royal(self.dealer[:2])

    def _is_limited(self, wager: Wager, name: str) -> bool:
        """I-633a-01: which top awards the limit is for."""
        covers = self.rules["payout_limit_covers"]
        return (
            name in TOP and bool(self.rules.get("payout_limit")) and (covers != "kings_bounty" or wager.wager == covers)
        )

    def _limited(self, wager: Wager) -> int:
        """633a.13(m), I-633a-02: one sum for the table, or as filed for each player, shared by what each would win."""
        each, players = self.rules["payout_limit_per"] == "player", self.played.players
        due = {
            other.key: won(self.rules, other.amount, odds) - other.amount
            for other in self.played.wagers
            if other.wager in ("lucky_ladies", "kings_bounty") and other.key not in self.fates
            for name, odds in [self._odds(other)]
            if self._is_limited(other, name) and (not each or players[other.seat] == players[wager.seat])
        }
        limit, whole = amount(self.rules, "payout_limit", ""), sum(due.values())
        return due[wager.key] if whole <= limit else limit * due[wager.key] // whole

    # --- what the finished hands decide

    def _bad_beat(self, seat: int) -> str:
        """633a.7(o)(1), I-633a-14, -15: 20 against a dealer's 21, by the number of the dealer's cards."""
        numbers = [number for at, number in self.hands if at == seat]
        if self.rules["bad_beat_split_hands"] == "first":
            numbers = [0]
        gone = {answer.get("hand", 0) for answer in self.played.elected(seat, "surrender", "even_money")}
        if not any(total(self.hands[seat, n])[0] == 20 and n not in gone for n in numbers):
            return ""
        table, dealer = pays("633a.13(j)(1)"), dealers(self.dealer)
        if total(dealer)[0] != 21:
            return table["Player has a 20 (optional)"] if self.rules["bad_beat_any_20"] else ""
        cards = {3: "three cards", 4: "four cards", 5: "five cards", 6: "six cards"}.get(
            len(dealer), "seven or more cards"
        )
        return table["Player 20, dealer Blackjack" if len(dealer) == 2 else f"Player 20, dealer 21 with {cards}"]

    def _hit_and_run(self) -> str:
        """633a.7(o)(2), I-633a-17: how many cards the dealer has, also one that busts."""
        table, dealer = pays("633a.13(l)(1)"), dealers(self.dealer)
        if natural(dealer):
            return table["Dealer has Blackjack"]
        names = {5: "Dealer has five cards", 6: "Dealer has six cards", 7: "Dealer has seven cards"}
        return (
            table["Dealer has eight or more cards"] if len(dealer) >= 8 else table.get(names.get(len(dealer), ""), "")
        )

    def _line(self, kind: str, seat: int) -> str:
        return self._bad_beat(seat) if kind == BAD_BEAT else self._hit_and_run()

    def progressive(self, wager: Wager) -> Line:
        kind, stake = wager.wager, wager.amount
        odds = self._line(kind, wager.seat)
        cite = "633a.13(j)(1)" if kind == BAD_BEAT else "633a.13(l)(1)"
        back = self.awards[wager.seat, kind] if "%" in odds else won(self.rules, stake, odds) if odds else 0
        if kind == BAD_BEAT:
            back += self._bonuses(wager)
        return line(wager, back, cite if back else "633a.7(o)")

    def _bonuses(self, wager: Wager) -> int:
        """I-633a-16: Magic Card and Lucky Player, which the system draws."""
        drawn, found = self.played.start.get("system", {}), 0
        first = [card for hand in (0, 1) for card in self.first.get((wager.seat, hand), ())]
        if self.rules["magic_card_bonus"] and drawn.get("magic_card") in first:
            found += up(wager.amount * Fraction(20))
        if self.rules["lucky_player_bonus"] and drawn.get("lucky_player") == wager.seat:
            found += up(wager.amount * Fraction(5))
        return found

    def _play_meter(self, kind: str) -> None:
        name, least = SEEDS[kind]
        if self.rules.get(f"{name}_rate") is None:
            raise NotSettled("The filing has no rate of progression.")
        initial, reset = (amount(self.rules, f"{name}_{which}", least) for which in ("initial", "reset"))
        meter = Meter(self.played, kind, initial, reset, self.rules[f"{name}_rate"])
        wagers = [wager for wager in self.played.wagers if wager.wager == kind]
        if self.played.closed:
            meter.add(sorted((wager.seat, wager.amount) for wager in wagers))
        live = [wager for wager in wagers if wager.key not in self.fates]
        whole = [wager for wager in live if self._line(kind, wager.seat).startswith("100%")]
        whole.sort(key=lambda wager: -wager.seat)
        if whole:
            staked = sum(wager.amount for wager in whole)
            parts = {wager.seat: Fraction(wager.amount, staked) for wager in whole}
            if kind == HIT_AND_RUN:
                parts = equal_parts((wager.seat for wager in whole), self.played.players)
            self.awards |= {(seat, kind): due for seat, due in meter.shared(parts).items()}
        meter.take_back(wager.seat for wager in wagers if (fate := self.fates.get(wager.key)) and fate.back)
        self.meter_lines += meter.lines
        self.after |= meter.after()
