"""676a Go Fore It: four cards, low is good; Skins against the dealer's four, Gopher by aces."""

from pitboss_audit.cards import counted
from pitboss_audit.facts import Line, Round, Wager, line
from pitboss_audit.money import pays, won

VOIDS = {
    "incorrect_number_of_cards": "676a.13(c)",
    "dealer_card_exposed": "676a.13(d)",
    "hole_card_exposed": "676a.13(d)",
    "stub_count_incorrect": "676a.8(f)",
    "automated_shoe_jam": "676a.13(f)",
}
TWICE = {"card_found_face_up": "676a.13(a)"}
PAR = 24
BACK = {
    8: "Albatross (8 or less)",
    13: "Eagle (9-13)",
    18: "Birdie (14-18)",
    PAR: "Par (19-24)",
}  # up to each (I-676a-02)


def back_line(total: int) -> str:
    """The line of the Back 9 paytable; empty above par."""
    return next((name for most, name in BACK.items() if total <= most), "")


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    rules = played.rules
    dealer = counted(played.cards("dealer"), ace=1)

    def one(wager: Wager) -> Line:
        cards, stake = played.cards(wager.seat), wager.amount
        total = counted(cards, ace=1)
        if wager.wager == "skins":  # I-676a-03: an equal total loses
            wins, cite = total < dealer, "676a.12(c)"
            return line(
                wager, won(rules, stake, pays(cite)["Player total less than dealer total"]) if wins else 0, cite
            )
        if wager.wager == "gopher":
            aces = sum(card[0] == "A" for card in cards)
            table = pays(f"676a.12(d)#{rules['gopher_paytable']}")
            odds = table[f"{aces} ace" + ("s" if aces > 1 else "")] if aces else ""
            return line(wager, won(rules, stake, odds) if odds else 0, "676a.12(d)" if odds else "676a.11(d)(5)(i)")
        if not played.wager(wager.seat, "back_9"):
            return line(wager, 0, "676a.11(b)")
        if total > PAR:
            return line(wager, 0, "676a.11(d)(3)(ii)")
        cite = "676a.12(a)" if wager.wager == "front_9" else "676a.12(b)"
        return line(wager, won(rules, stake, pays(cite)[back_line(total)] if cite == "676a.12(b)" else "1 to 1"), cite)

    return played.settled(one, played.fates(VOIDS, TWICE, "676a.7(b)")), {}
