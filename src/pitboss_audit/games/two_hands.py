"""645a Pai Gow Poker and 688a Face Up Pai Gow Poker: two hands against two, with a bank or without, and what is wagered beside.

How hands were set is taken from the cards as they lay, or from a player's answer; hands that the house sets, the dealer's and a
co-bank's, are set here once more, and a line says where they lay otherwise.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss_audit.banks import BANKS, bank_of, settled_with
from pitboss_audit.facts import Fate, Key, Line, Round, Wager, line
from pitboss_audit.meters import Meter, amount, equal_parts
from pitboss_audit.money import cents, commission, envies, pays, won
from pitboss_audit.poker import JOKER
from pitboss_audit.setting import by_way, rank, set_otherwise
from pitboss_audit.seven_cards import AK, KQ, high_card, line_in

PROGRESSIVE, FORTUNE, TREASURE = "progressive_payout", "fortune_bonus", "emperors_treasure"
INSURANCE, ACE_HIGH, DEALER_WAGER = "pai_gow_insurance", "ace_high_bonus", "dealer_wager"
OPTIONAL = (ACE_HIGH, FORTUNE, TREASURE, INSURANCE, PROGRESSIVE)  # in the order of settlement
QUALIFYING = 5_00  # the least wager that draws Envy Bonuses
VOIDS = {
    kind: f"645a.14/688a.13 {kind}"
    for kind in (
        "first_card_to_wrong_position", "dealer_card_exposed", "bank_card_exposed", "card_exposed_while_dealing_stacks",
        "card_exposed_while_dealing", "wrong_number_of_cards", "stub_count_wrong", "automated_shoe_jam",
    )
}  # fmt: skip
TWICE = {"card_face_up_in_shoe": "645a.14(f)"}


class Chapter(NamedTuple):
    """What the two chapters do not have in common."""

    main: str
    number: str
    fortune: str
    royal: Mapping[str, str]
    takes_vigorish: bool


CHAPTERS = {
    "pai-gow-poker": Chapter(
        "pai_gow_poker", "645a", "645a.13(b)#{}", dict.fromkeys((AK, KQ), "Royal flush and Royal Match"), True
    ),
    "face-up-pai-gow-poker": Chapter(
        "face_up_pai_gow_poker", "688a", "688a.12(c)#Paytable {}", {KQ: "Royal flush + royal match"}, False
    ),
}
# 688a.12(d) by paytable: the first amount of the meter in dollars, the part of each wager in per cent, the stake in dollars.
METERS = {
    "1": (10000, 28, 1),
    "2": (10000, 7, 1),
    "3": (2000, 29, 1),
    "4": (10000, 1, 5),
    "5": (5000, 17, 1),
    "6": (2000, 17, 1),
    "7": (1000, 26, 1),
}
WILD = "2567"  # paytables for which the joker is any card (I-688a-11)


def compared(mine: tuple[Sequence[str], Sequence[str]], dealer: tuple[Sequence[str], Sequence[str]]) -> str:
    """645a.11(f): ``win``, ``tie`` or ``lose``; a hand that only equals the dealer's is beaten by it."""
    (high, low), (theirs, other) = ((rank(one), rank(two)) for one, two in (mine, dealer))
    if low > high:
        return "lose"
    return "win" if high > theirs and low > other else "tie" if high > theirs or low > other else "lose"


def settle(played: Round) -> tuple[list[Line], Mapping[str, Any]]:
    this = TwoHands(played)
    lines = [one for one in played.settled(this.one, this.fates) if one.wager not in BANKS]
    if this.bank is not None:
        against = [one for one in lines if one.wager in (this.chapter.main, DEALER_WAGER)]
        back = {key for key, fate in this.fates.items() if fate.back}
        against = [one for one in against if (one.seat, one.wager, one.on, one.hand) not in back]
        if against or not this.void:
            lines += settled_with(this.bank, against, played.rules, f"{this.chapter.number}.12(j)")
    return lines + this.envy() + this.meter_lines + list(this.set_otherwise()), this.after


class TwoHands:
    """One round."""

    def __init__(self, played: Round) -> None:
        self.played, self.rules, self.chapter = played, played.rules, CHAPTERS[played.game]
        self.bank = bank_of(played)
        self.fates = played.fates(VOIDS, TWICE, f"{self.chapter.number}.7(b)") | self._voided()
        self.void = any(fate.cite in (*VOIDS.values(), *TWICE.values()) for fate in self.fates.values())
        self.seats = played.seats(self.chapter.main)
        self.awards: dict[int, int] = {}
        self.left: dict[int, int] = {}  # of the payout limit, by seat (I-645a-12)
        self.meter_lines: list[Line] = []
        self.after: Mapping[str, Any] = {}
        self._optional = self._settle_optional()

    def _voided(self) -> dict[Key, Fate]:
        """645a.14(d), I-645a-20: a player whose card was seen may void the hand."""
        seats = {answer["by"] for answer in self.played.elected(None, "void_hand")}
        return {w.key: Fate(f"{self.chapter.number}.14(d)", True) for w in self.played.wagers if w.seat in seats}

    # --- the hands

    def set_otherwise(self) -> Iterator[Line]:
        """645a.11(c), 645a.12(i), 688a.11(a): hands of the dealer, and of a bank that has no choice, not set the house way."""
        bound = self.bank is not None and (self.bank.kind == "co_bank" or self.rules.get("bank_sets") == "house_way")
        those: list[int | str] = ["dealer", *([self.bank.seat] if bound and self.bank else [])]
        for of in those:
            lay = self.played.as_set(of)
            if len(lay) == 7 and not self.void:
                cite = "645a.11(c)" if self.chapter.number == "645a" else "688a.11(a)"
                yield from set_otherwise(lay, 5, by_way(self.rules, sorted(lay)), of, cite)

    def hands(self, of: int | str) -> tuple[list[str], list[str]]:
        """The high hand and the low one."""
        low = [list(answer["cards"]) for answer in self.played.elected(of, "low")]
        if low and (self.bank is None or of != self.bank.seat):
            return [card for card in self.played.cards(of) if card not in low[-1]], low[-1]
        cards = self.played.as_set(of)
        return cards[:5], cards[5:]

    def one(self, wager: Wager) -> Line:
        if wager.wager in BANKS:
            return line(wager, 0, "")  # worked out from what the others won and lost
        if wager.wager in OPTIONAL:
            return self._optional[wager.key]
        if wager.wager == DEALER_WAGER:
            assert self.bank is not None
            result = compared(self.hands("dealer"), self.hands(self.bank.seat))
            return line(wager, self._back(wager, result), f"{self.chapter.number}.12(i)")
        cite = f"{self.chapter.number}.11(f)"
        surrendered = any(True for _ in self.played.elected(wager.seat, "surrender"))
        if surrendered:
            return line(wager, 0, f"{self.chapter.number}.11(d)")
        if self.chapter.number == "688a" and high_card(self.played.cards("dealer")) == "A":
            high, low = self.hands(wager.seat)
            if self.rules["foul_against_ace_high"] == "loses" and rank(low) > rank(high):
                return line(wager, 0, "I-688a-03")
            return line(wager, wager.amount, "688a.11(f)(2)(iii)")
        other = self.hands(self.bank.seat if self.bank else "dealer")
        back = self._back(wager, compared(self.hands(wager.seat), other))
        win = back - wager.amount
        return line(wager, back, cite, commission(win, self.rules) if win > 0 and self.chapter.takes_vigorish else 0)

    def _back(self, wager: Wager, result: str) -> int:
        if result == "win":
            return won(self.rules, wager.amount, "1 to 1") if self.bank is None else 2 * wager.amount
        return wager.amount if result == "tie" else 0

    # --- the optional wagers

    def _settle_optional(self) -> dict[Key, Line]:
        """All of them, player by player from the dealer's right, so that the meter is read at each one's turn."""
        found: dict[Key, Line] = {}
        up = [w for w in self.played.wagers if w.wager in OPTIONAL and w.key not in self.fates]
        meter, whole = self._meter(), list[Wager]()
        for wager in sorted(up, key=lambda one: (-one.seat, OPTIONAL.index(one.wager))):
            if wager.wager == PROGRESSIVE:
                assert meter is not None
                text = self._progressive_pays(wager)
                if "100%" in text and self.rules.get("progressive_winners") == "equal":
                    whole.append(wager)
                    continue
                back = self._progressive(wager, text, meter)
                found[wager.key] = line(wager, back, f"{self.chapter.number} Progressive")
            else:
                found[wager.key] = self._bonus(wager)
        if whole and meter is not None:
            shares = meter.shared(equal_parts((w.seat for w in whole), self.played.players))
            for wager in whole:
                back = shares[wager.seat] + self._fixed(wager, self._progressive_pays(wager))
                found[wager.key] = line(wager, back, "I-688a-15")
        if meter is not None:
            back_again = [w.seat for w in self.played.wagers if w.wager == PROGRESSIVE and self._comes_back(w)]
            meter.take_back(back_again)
            self.meter_lines, self.after = meter.lines, meter.after()
        return found

    def _comes_back(self, wager: Wager) -> bool:
        fate = self.fates.get(wager.key)
        return fate is not None and fate.back

    def _bonus(self, wager: Wager) -> Line:
        cards, kind, table = self.played.cards(wager.seat), wager.wager, ""
        if kind == INSURANCE:
            table = f"645a.13(d)#{self.rules['pai_gow_insurance_paytable']}"
            names = {"9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
            high = high_card(cards)
            odds = pays(table)[f"{names[high]}-high"] if high else ""
        elif kind == ACE_HIGH:
            table = f"688a.12(b)#Paytable {self.rules['ace_high_bonus_paytable']}"
            odds = self._ace_high(pays(table), cards)
        else:
            table, line_ = self._fortune_line(kind, cards)
            odds = pays(table)[line_] if line_ else ""
        back = wager.amount if odds == "push" else won(self.rules, wager.amount, odds) if odds else 0
        return line(wager, self._within_limit(wager, back), table.partition("#")[0])

    def _fortune_line(self, kind: str, cards: Sequence[str]) -> tuple[str, str]:
        if kind == TREASURE:
            table = f"645a.13(c)#{self.rules['emperors_treasure_paytable']}"
            return table, line_in(pays(table), cards, {AK: "Royal flush and ace king suited"})
        table = self.chapter.fortune.format(self.rules["fortune_bonus_paytable"])
        return table, line_in(pays(table), cards, self.chapter.royal)

    def _ace_high(self, table: Mapping[str, str], cards: Sequence[str]) -> str:
        dealer = self.played.cards("dealer")
        if high_card(dealer) != "A":
            return ""
        if high_card(cards) == "A":
            return table["Both dealer and player have ace high"]
        return table[f"Only dealer has ace high, {'with' if JOKER in dealer else 'no'} joker"]

    def _within_limit(self, wager: Wager, back: int, stake_back: bool = True) -> int:
        """645a.13(f): what one hand wins on all optional wagers together, stakes not counted."""
        if not self.rules.get("payout_limit"):
            return back
        stake = wager.amount if back >= wager.amount and stake_back else 0
        left = self.left.setdefault(wager.seat, amount(self.rules, "payout_limit", ""))
        win = min(back - stake, left)
        self.left[wager.seat] = left - win
        return stake + win

    # --- the Progressive

    def _meter(self) -> Meter | None:
        if not self.rules[PROGRESSIVE]:
            return None
        wagers = [(w.seat, w.amount) for w in self.played.wagers if w.wager == PROGRESSIVE]
        if self.chapter.number == "645a":
            initial, reset = (amount(self.rules, f"progressive_{which}", "2000.00") for which in ("initial", "reset"))
            meter = Meter(self.played, PROGRESSIVE, initial, reset, self.rules["progressive_rate"])
        else:
            name, group = self.rules["progressive_payout_paytable"], self.rules.get("progressive_link_group")
            seed, rate, _ = METERS[name]
            called = f"{PROGRESSIVE} {name} {group}" if group else PROGRESSIVE
            reserve = "1" if name == "4" else "0"
            meter = Meter(
                self.played, called, seed * 100, seed * 100, str(rate), reserve_rate=reserve, linked=bool(group)
            )
        if self.played.closed and (wagers or not meter.linked):
            meter.add(sorted(wagers, reverse=True))
        return meter

    def _progressive_table(self) -> str:
        if self.chapter.number == "645a":
            return "645a.13(e)(1)"
        name = self.rules["progressive_payout_paytable"]
        return f"688a.12(d)#Paytable {name} (${METERS[name][2]} wager)"

    def _progressive_line(self, seat: int) -> str:
        name = self.rules.get("progressive_payout_paytable", "") if self.chapter.number == "688a" else ""
        matches = self.chapter.royal if name == "4" else {}
        table = pays(self._progressive_table())
        return line_in(table, self.played.cards(seat), matches, wild=bool(name) and name in WILD)

    def _progressive_pays(self, wager: Wager) -> str:
        found = self._progressive_line(wager.seat)
        return pays(self._progressive_table())[found] if found else ""

    def _fixed(self, wager: Wager, text: str) -> int:
        """What is paid besides a part of the meter: a sum in dollars, and the stake under Paytable 4 (I-688a-06)."""
        dollars = [part for part in text.split(" + ") if part.startswith("$")]
        stake = wager.amount if text and self.rules.get("progressive_payout_paytable") == "4" else 0
        return sum(cents(part[1:]) for part in dollars) + (stake if self.chapter.number == "688a" else 0)

    def _progressive(self, wager: Wager, text: str, meter: Meter) -> int:
        percent = next((int(part.split("%")[0]) for part in text.split(" + ") if "%" in part), 0)
        if percent:
            limit = amount(self.rules, "payout_limit", "") if self.rules.get("payout_limit") else None
            most = self.left.get(wager.seat, limit)
            due = meter.award(wager.seat, percent, most)
            if limit is not None and most is not None:
                self.left[wager.seat] = most - due
            return due + self._fixed(wager, text)
        if self.chapter.number == "688a":
            return self._fixed(wager, text)
        return self._within_limit(wager, won(self.rules, wager.amount, text)) if text else 0

    # --- Envy Bonuses

    def envy(self) -> list[Line]:
        """Each other player's qualifying hand, once for every Qualifying Wager (I-645a-07, -08)."""
        if self.void:
            return []
        lines = []
        gone = {key[0] for key in self.fates}
        taken: set[int] = set()
        for kind in (FORTUNE, TREASURE, PROGRESSIVE):
            lammers = [w for w in self.played.wagers if w.wager == kind and w.key not in self.fates]
            for wager in sorted(lammers, key=lambda one: -one.seat):
                once = self.rules.get("envy_bonuses") == "one" and wager.seat in taken
                if wager.amount < QUALIFYING or once:
                    continue
                taken.add(wager.seat)
                due = sum(self._envied(kind, seat) for seat in self.seats_of_others(wager.seat) if seat not in gone)
                if due:
                    lines.append(Line(wager.seat, f"{kind}_envy", "", 0, due, f"{self.chapter.number} Envy"))
        return lines

    def seats_of_others(self, seat: int) -> list[int]:
        players = self.played.players
        banks = [self.bank.seat] if self.bank else []
        return [
            other for other in {*self.seats, *banks} if players.get(other, str(other)) != players.get(seat, str(seat))
        ]

    def _envied(self, kind: str, seat: int) -> int:
        if kind == PROGRESSIVE:
            table = self._progressive_table()
            return envies(table).get(self._progressive_line(seat), 0)
        table, found = self._fortune_line(kind, self.played.cards(seat))
        return envies(table).get(found, 0)
