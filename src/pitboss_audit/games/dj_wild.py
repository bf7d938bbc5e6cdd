"""687a DJ Wild Stud Poker: five cards with five wild ones; Blind, Trips, Two-Way Bad Beat and a Progressive with Envy Bonuses."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss_audit import poker
from pitboss_audit.facts import Line, Round, Wager, line
from pitboss_audit.meters import Meter, equal_parts
from pitboss_audit.money import PAYTABLES, envies, pays, won
from pitboss_audit.poker import JOKER, fully_wild, natural

NAMES = {
    poker.TOP: "Five wilds",
    poker.ROYAL: "Royal flush",
    poker.FIVE: "Five-of-a-kind",
    poker.STRAIGHT_FLUSH: "Straight flush",
    poker.FOUR: "Four-of-a-kind",
    poker.FULL: "Full house",
    poker.FLUSH: "Flush",
    poker.STRAIGHT: "Straight",
    poker.TRIPS: "Three-of-a-kind",
}
ANTE, BLIND, RAISE = "ante", "blind", "raise"
PROGRESSIVE, TRIPS, BAD_BEAT, ENVY = (
    "progressive_bonus",
    "trips_bonus",
    "two_way_bad_beat_bonus",
    "progressive_bonus_envy",
)
SEEDS = {"1": 2_000_00, "2": 10_000_00}  # the printed amounts of the meter, in cents
VOIDS = {"wrong_number_of_cards": "687a.13(c)", "automated_shoe_jam": "687a.13(f)", "stub_count_wrong": "687a.8(i)"}
TWICE, SEEN = {"card_face_up_in_shoe": "687a.13(a)"}, "card_exposed_before_raises"


def best(cards: Sequence[str]) -> poker.Rank:
    return fully_wild(tuple(sorted(cards)))


def trips_pays(name: str, cards: Sequence[str]) -> str:
    """I-687a-04: the better of the hand as it stands, every 2 being a 2, and of the hand with its wild cards."""
    columns = {(row["outcome"], row["variant"]): row["pay"] for row in PAYTABLES[f"687a.12(d)#{name}"]["rows"]}
    offers = []
    if JOKER not in cards:
        offers.append(columns.get((NAMES.get(natural(cards, poker.LOWEST_WHEEL)[0], ""), "natural"), ""))
    if any(card == JOKER or card[0] == "2" for card in cards):
        offers.append(columns.get((NAMES.get(best(cards)[0], ""), "with wild"), ""))
    return max((odds for odds in offers if odds not in ("", "n/a")), key=lambda odds: int(odds.split()[0]), default="")


def progressive_line(cards: Sequence[str], aside: str, twos: str = "plain") -> str:
    """687a.11(f)(1), I-687a-11: the joker exchanged for the card that was set aside; plain poker, or the 2s wild as filed, and
    five of a kind paid as what else it is."""
    plain = [aside if card == JOKER else card for card in cards]
    if twos == "wild":
        made, wild = best(plain)[0], sum(card[0] == "2" for card in plain)
        if made == poker.FIVE:
            made = poker.STRAIGHT_FLUSH if wild == 4 else poker.FOUR
        return NAMES.get(made, "")
    return NAMES.get(natural(plain, poker.LOWEST_WHEEL)[0], "")


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    this = Hands(played)
    lines = played.settled(this.one, this.fates) + this.envy()
    return lines + this.meter_lines, this.after


class Hands:
    """One round: what every hand is worth, and what the meter gives, player by player."""

    def __init__(self, played: Round) -> None:
        self.played, self.rules = played, played.rules
        self.dealer, self.aside = played.cards("dealer"), "".join(played.cards("set_aside"))
        self.fates = played.fates(VOIDS | {SEEN: "687a.13(d)"}, TWICE, "687a.7(b)")
        self.exposed = played.reported(SEEN) and self._complete()
        if self.exposed:  # (d): Trips and Progressive are settled all the same
            kept = (TRIPS, PROGRESSIVE)
            self.fates = {
                key: fate for key, fate in self.fates.items() if not (fate.cite == "687a.13(d)" and key[1] in kept)
            }
        self.awards: dict[int, int] = {}
        self.meter_lines: list[Line] = []
        self.after: Mapping[str, Any] = {}
        if self.rules["progressive_bonus"]:
            self._play_meter()

    def _complete(self) -> bool:
        seats = self.played.seats(ANTE)
        hands = [*map(self.played.cards, seats), self.dealer]
        dealt = all(len(hand) == 5 for hand in hands)
        return dealt and (bool(self.aside) or not self.rules["progressive_bonus"])

    def one(self, wager: Wager) -> Line:
        seat, kind, stake = wager.seat, wager.wager, wager.amount
        cards = self.played.cards(seat)
        if kind == PROGRESSIVE:
            return self._progressive(wager)
        if kind == TRIPS:
            pay = trips_pays(self.rules["trips_bonus_paytable"], cards)
            return line(wager, won(self.rules, stake, pay) if pay else 0, "687a.12(d)" if pay else "687a.11(f)(2)(i)")
        if not self.played.wager(seat, RAISE):
            return line(wager, 0, "687a.11(b)")
        mine, dealer = best(cards), best(self.dealer)
        if kind == BAD_BEAT:
            beaten = mine if mine < dealer else dealer if dealer < mine and self.rules["two_way"] else None
            table = pays(f"687a.12(e)#{self.rules['two_way_bad_beat_bonus_paytable']}")
            pay = table.get(NAMES.get(beaten[0], ""), "") if beaten else ""
            return line(wager, won(self.rules, stake, pay) if pay else 0, "687a.12(e)" if pay else "687a.11(f)(3)(i)")
        if mine <= dealer:
            return line(wager, stake if mine == dealer else 0, "687a.11(e)(2)" if mine == dealer else "687a.11(e)(3)")
        if kind != BLIND:
            return line(wager, won(self.rules, stake, "1 to 1"), "687a.12(a)")
        pay = pays("687a.12(b)").get(NAMES.get(mine[0], ""), "push")
        return line(wager, stake if pay == "push" else won(self.rules, stake, pay), "687a.12(b)")

    # --- the Progressive

    @property
    def table(self) -> str:
        return f"687a.12(c)#Progressive Paytable {self.rules['progressive_bonus_paytable']}"

    def _line(self, seat: int) -> str:
        return progressive_line(self.played.cards(seat), self.aside, self.rules["progressive_twos"])

    def _counts(self, seat: int) -> bool:
        """687a.11(b)(3): whether the hand plays for the Progressive, or was folded where that forfeits it."""
        return bool(self.played.wager(seat, RAISE)) or self.rules["folded_hand_keeps_progressive"] or self.exposed

    def _progressive(self, wager: Wager) -> Line:
        pay = pays(self.table).get(self._line(wager.seat), "") if self._counts(wager.seat) else ""
        if "%" in pay:
            return line(wager, self.awards[wager.seat], "687a.12(c)")
        back = won(self.rules, wager.amount, pay) if pay else 0
        if pay and not self.rules["progressive_stake_back"]:
            back -= wager.amount
        return line(wager, back, "687a.12(c)" if pay else "687a.11(f)(1)(i)")

    def _play_meter(self) -> None:
        seed, stakes = SEEDS[self.rules["progressive_bonus_paytable"]], self._stakes()
        meter = Meter(self.played, PROGRESSIVE, seed, seed, self.rules["progressive_rate"])
        if self.played.closed:
            meter.add(sorted(stakes))
        whole = []
        for seat, _ in sorted(stakes, reverse=True):  # I-687a-17: from the dealer's right
            if (seat, PROGRESSIVE, "", 0) in self.fates:
                continue
            pay = pays(self.table).get(self._line(seat), "") if self._counts(seat) else ""
            if pay.startswith("100%") and self.rules["progressive_winners"] == "equal":
                whole.append(seat)
            elif "%" in pay:
                self.awards[seat] = meter.award(seat, int(pay.split("%")[0]))
        if whole:
            self.awards |= meter.shared(equal_parts(whole, self.played.players))
        back = {key[0] for key, fate in self.fates.items() if fate.back and key[1] == PROGRESSIVE}
        meter.take_back(seat for seat, _ in stakes if seat in back)
        self.meter_lines, self.after = meter.lines, meter.after()

    def _stakes(self) -> list[tuple[int, int]]:
        return [(wager.seat, wager.amount) for wager in self.played.wagers if wager.wager == PROGRESSIVE]

    def envy(self) -> list[Line]:
        """I-687a-16: for each qualifying hand whose cards stayed, every other player with a Progressive wager."""
        stakes, bonus = dict(self._stakes()), envies(self.table) if self.rules["progressive_bonus"] else {}
        playing = [seat for seat in stakes if (seat, PROGRESSIVE, "", 0) not in self.fates]
        if not playing:
            return []
        kept = {wager.seat for wager in self.played.wagers if wager.wager in (RAISE, TRIPS, PROGRESSIVE)}
        kept -= {key[0] for key, fate in self.fates.items() if key[1] == PROGRESSIVE or fate.cite == "687a.7(b)"}
        if self.rules.get("as_before") == "I-687a-16":
            kept = {seat for seat in kept if self._counts(seat)}
        hands = {seat: bonus.get(self._line(seat), 0) for seat in kept}
        players, lines = self.played.players, []
        for seat in playing:
            due = sum(sum_ for other, sum_ in hands.items() if players[other] != players[seat])
            if due:
                lines.append(Line(seat, ENVY, "", 0, due, "687a.12(c)"))
        return lines
