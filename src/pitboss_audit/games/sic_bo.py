"""625a Sic Bo: one throw of three dice, and what sends the wagers back (625a.7)."""

from collections.abc import Sequence

from pitboss_audit.facts import Line, Round, line
from pitboss_audit.money import pays, won

COUNTED = {1: "Number shows on one die", 2: "Number shows on two dice", 3: "Number shows on three dice"}


def line_of(kind: str, on: str, dice: Sequence[int], *, two_on_triple: bool = True) -> tuple[str, str]:
    """The paytable and its line that a wager is paid by on this throw; two empty words when it loses."""
    total, triple, count = sum(dice), len(set(dice)) == 1, list(dice).count(int(on)) if on.isdecimal() else 0
    if kind == "one_of_a_kind":
        return ("625a.6(b)", COUNTED[count]) if count else ("", "")
    won, line = {
        "three_of_a_kind": (count == 3, "Three of a Kind"),
        "two_of_a_kind": (count == 2 or (count == 3 and two_on_triple), "Two of a Kind"),
        "any_three_of_a_kind": (triple, "Any Three of a Kind"),
        "total_value_bet": (str(total) == on, f"Total Value Bet of {on}"),
        "two_dice_combination": (set(on.split("-")) <= set(map(str, dice)), "Any Two Dice Combination"),
        "small_bet": (4 <= total <= 10 and not triple, "Small Bet"),
        "big_bet": (11 <= total <= 17 and not triple, "Big Bet"),
    }[kind]
    return ("625a.6(a)", line) if won else ("", "")


def void(played: Round) -> str:
    """625a.7: the provision under which everything goes back; (b) not where the dice were tossed or shown already."""
    tossed = False
    for step in played.steps:
        tossed = tossed or any(
            answer["says"] == "activated" for answer in step.answers
        )  # (b)(2): an automated shaker tosses first
        for fact in step.facts:
            if fact["event"] == "irregularity_reported":
                kind = fact["kind"]
                if kind == "dice_not_flat":
                    return "625a.7(a)"
                if kind == "automated_shaker_malfunction":
                    return "625a.7(c)"
                if kind == "illumination_failure" and not tossed:
                    return "625a.7(b)"
            tossed = tossed or fact["event"] == "shown"
    return ""


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    if cite := void(played):
        return played.returned(cite), {}
    dice = [int(face) for face in played.chance[-1].split()]
    lines = []
    for wager in played.wagers:
        table, name = line_of(wager.wager, wager.on, dice, two_on_triple=played.rules["two_of_a_kind_wins_on_triple"])
        back = won(played.rules, wager.amount, pays(table)[name]) if table else 0
        lines.append(line(wager, back, table or "625a.5(e)"))
    return lines, {}
