"""Craps as a stickperson would tell it: one throw after another, with what was wagered and said before each.

rolled(throw("1 pass_bet 10", "4 4"), throw("1 supplemental_pass_bet 10", "6 2")).returned(1, "pass_bet")
"""

from typing import Any

from pitboss.testkit.tables import Played, deal, play

THROWS = [f"{a} {b}" for a in range(1, 7) for b in range(1, 7)]
NUMBERS = ("4", "5", "6", "8", "9", "10")
# a throw of each total
OF = {2: "1 1", 3: "1 2", 4: "1 3", 5: "2 3", 6: "2 4", 7: "3 4", 8: "2 6", 9: "4 5", 10: "4 6", 11: "5 6", 12: "6 6"}


def throw(
    wagers: str = "", dice: str = "3 4", *acts: str, faults: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """One throw; several dice apart by commas where the first ones are void."""
    chance = [part.strip() for part in dice.split(",")]
    return deal(wagers, chance, [act(words) for words in acts], faults)


def act(words: str) -> dict[str, Any]:
    """``1 reduce place_bet_to_win@6 6.00`` as an answer."""
    seat, says, *rest = words.split()
    found: dict[str, Any] = {"seat": int(seat), "answer": says}
    if rest:
        found["wager"], _, found["on"] = rest[0].partition("@")
    if len(rest) > 1:
        found["amount" if says == "remove" else "to"] = rest[1]
    return found


def rolled(*throws: dict[str, Any], game: str = "craps", **submission: Any) -> Played:
    """The throws, told of those who are named in them.

    Where none of them has the line bet that a come out roll needs (623a.8(a)), a stranger in the last place makes it and
    shoots; of the stranger nothing is told. ``strictly`` leaves the stranger out.
    """
    made = list(throws)
    for _ in range(len(made) + 1):
        played = strictly(*made, game=game, **submission)
        if played.refused is None or (played.refused["refusal"], played.refused["cite"]) != NO_LINE_BET:
            break
        at = played.refused["round"] - 1
        line = "dont_pass_bet" if "pass_bet" in submission.get("not_offered", ()) else "pass_bet"
        stranger = {"seat": STRANGER[game], "wager": line, "amount": submission.get("minimum", "10.00")}
        made[at] = {**made[at], "wagers": [*made[at]["wagers"], stranger]}
    return played if made == list(throws) else _without(played, STRANGER[game])


STRANGER = {"craps": 16, "mini-craps": 9}
NO_LINE_BET = ("wager_required", "623a.8(a)")


def strictly(*throws: dict[str, Any], game: str = "craps", **submission: Any) -> Played:
    """The throws, with nobody else at the table."""
    return play(game, *throws, **submission)


def _without(played: Played, seat: int) -> Played:
    for told in (played.events, played.settlements, played.standing):
        told[:] = [line for line in told if line.get("seat") != seat]
    return played


def point(number: int) -> dict[str, Any]:
    """A come out roll on which only a stranger wagers."""
    return throw("", OF[number])


def result(played: Played, wager: str, on: str = "", seat: int = 1, round: int | None = None) -> str:
    """``won 7 to 6``, ``lost``, ``back``, or ``up`` when the wager stands undecided."""
    played.ok()
    found = [e for e in played.events if e.get("wager") == wager and e.get("on") == on and e.get("seat") == seat]
    last = found[-1]["event"] if found else ""
    if last in ("paid", "collected", "returned"):
        return {"paid": f"won {found[-1].get('odds')}", "collected": "lost", "returned": "back"}[last]
    assert any((s["seat"], s["wager"], s["on"]) == (seat, wager, on) for s in played.standing), played.events
    return "up"


def standing(played: Played) -> dict[tuple[int, str, str], str]:
    """What is on the layout at the end."""
    played.ok()
    return {(s["seat"], s["wager"], s["on"]): s["stake"] for s in played.standing}


def marks(played: Played, marker: str) -> list[str]:
    return [event["at"] for event in played.events_of("marked") if event["marker"] == marker]


def shooters(played: Played) -> list[int]:
    return [event["seat"] for event in played.events_of("marked") if event["marker"] == "dice"]
