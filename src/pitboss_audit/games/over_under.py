"""686a Over/Under: three cards, an ace 11, and a side to take after the first."""

from pitboss_audit.cards import counted
from pitboss_audit.facts import Fate, Key, Line, Round, Wager, line
from pitboss_audit.money import pays, won


def dead(played: Round) -> dict[Key, Fate]:
    """686a.9(c), I-686a-07, -09: hands called dead because cards were not dealt to them; a surrendered Ante stays lost."""
    found = dict[Key, Fate]()
    missed = {seat for kind, seat in played.reports if kind == "first_card_not_dealt"}
    late = played.rules["missed_first_card"] == "dealt_late"
    seats = {answer["by"]: "686a.9(c)" for answer in played.elected(None, "dead_hand")}
    seats |= {} if late else dict.fromkeys(missed, "I-686a-09")
    for wager in played.wagers:
        if wager.seat in seats and not (wager.wager == "ante" and surrendered(played, wager.seat)):
            alone = played.rules["dead_hand_returns"] == "original_wager" and seats[wager.seat] == "686a.9(c)"
            found[wager.key] = Fate(seats[wager.seat], not alone or wager.wager == "ante")
    return found


def surrendered(played: Round, seat: int) -> bool:
    return any(True for _ in played.elected(seat, "surrender"))


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    def one(wager: Wager) -> Line:
        total, kind = counted(played.cards(wager.seat), ace=11), wager.wager
        if kind == "ante" and surrendered(played, wager.seat):
            return line(wager, 0, "686a.7(g)(3)")
        if kind == "bonus":
            odds = {n: odds for name, odds in pays("686a.8(b)").items() for n in name.split(" or ")}.get(str(total))
            return line(
                wager, won(played.rules, wager.amount, odds) if odds else 0, "686a.8(b)" if odds else "686a.7(m)"
            )
        over = bool(played.wager(wager.seat, "over_23"))
        wins = total > 23 if over else total < 18  # I-686a-01: any other total loses
        back = won(played.rules, wager.amount, pays("686a.8(a)")["Win"]) if wins else 0
        return line(wager, back, "686a.8(a)" if wins else "686a.7(l)")

    return played.settled(one, dead(played)), {}
