"""651a Casino War: one card against one, and a tie that goes to War or is surrendered."""

from pitboss_audit.facts import Fate, Key, Line, Round, Wager, line
from pitboss_audit.money import surrendered, won
from pitboss_audit.poker import number


def missed(played: Round) -> dict[Key, Fate]:
    """651a.11(c), I-651a-08: a hand that was not dealt a card has its wagers back; of a War, where it was filed so, or where the
    dealer already had a card."""
    found, decided = dict[Key, Fate](), set[Key]()
    up = dict[Key, int]()
    reported = {id(fact): step.report or {} for step in played.steps for fact in step.facts}
    for fact in played.facts:
        if fact["event"] == "wagered":
            up[fact["seat"], fact["wager"], fact["on"], 0] = fact["amount"]
        elif fact["event"] == "decided":
            decided.add((fact["seat"], fact["wager"], fact["on"], 0))
        elif fact["event"] == "irregularity_reported" and fact["kind"] == "card_not_dealt":
            at_war = (fact["seat"], "war", "", 0) in up
            too_late = reported[id(fact)].get("facts", {}).get("after_dealer")
            if not at_war or too_late or played.rules["missed_war_card"] == "return_wagers":
                cite = "I-651a-08" if at_war else "651a.11(c)"
                found |= {key: Fate(cite, True) for key in up if key[0] == fact["seat"] and key not in decided}
    return found


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    def against(seat: int, at: int) -> int:
        """Above nothing: the player's card of the first or the War deal is higher; below: lower."""
        return number(played.cards(seat)[at]) - number(played.cards("dealer")[at])

    def one(wager: Wager) -> Line:
        seat, stake, rules = wager.seat, wager.amount, played.rules
        first = against(seat, 0)
        if wager.wager == "tie":
            wins = against(seat, 1 if wager.on == "war" else 0) == 0
            return line(wager, won(rules, stake, "10 to 1") if wins else 0, "651a.10(2)" if wins else "651a.9(b)")
        if wager.wager == "war":
            war = against(seat, 1)
            odds = "1 to 1" if war > 0 else "2 to 1"
            return line(wager, won(rules, stake, odds) if war >= 0 else 0, "651a.10(3)" if war >= 0 else "651a.9(g)(1)")
        if first:
            return line(
                wager, won(rules, stake, "1 to 1") if first > 0 else 0, "651a.10(1)" if first > 0 else "651a.9(a)(1)"
            )
        if not played.wager(seat, "war"):
            return line(wager, surrendered(stake, rules), "651a.9(c)(1)")
        return line(wager, stake if against(seat, 1) >= 0 else 0, "651a.9(g)")

    return played.settled(one, missed(played)), {}
