"""§§ 623a.7–623a.10: one throw of the dice, from the opening of betting to the settlement.

A round of play is one valid throw. Wagers, puck and dice stay on the table in between.
"""

from collections.abc import Sequence
from typing import Any

from pitboss.chapters.ch623a_craps.dice import SET, is_last
from pitboss.chapters.ch623a_craps.irregularities import (
    CALLERS,
    FIRE_BROUGHT_IN,
    MINI_CALLERS,
    MINI_ORDERS_TO_PASS,
    MINI_RULES_ON_FACES,
    NEW_DICE,
    ORDERS_TO_PASS,
    REMEDIES,
    RULES_ON_FACES,
    SURVEILLANCE_TOLD,
    VALID,
)
from pitboss.chapters.ch623a_craps.layout import Layout
from pitboss.chapters.ch623a_craps.rules import MiniRules, Rules
from pitboss.chapters.ch623a_craps.settlement import fourth_point_made, settle
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.equipment.dice import throws
from pitboss.events import Announced, Event, IrregularityReported, Marked, Noted, Replaced, RoundClosed, RoundOpened
from pitboss.families.cash import cash_converted
from pitboss.game import RoundStart
from pitboss.procedure import (
    DEALER,
    FLOOR,
    Draw,
    Election,
    Irregularity,
    Option,
    Procedure,
    Refusal,
    Refused,
    attest,
    betting_window,
)
from pitboss.roles import Role, serves_as
from pitboss.seating import Seat


def open_table(rules: Rules) -> Table:
    return Table()


def play(state: Table, rules: Rules, start: RoundStart) -> Procedure[Table]:
    """One throw: wagers, the dice to the shooter, the throw (again after "no roll"), settlement."""
    yield RoundOpened(start.number, cite="623a.4(a)")
    state = state.begins(start)
    layout, deciding = Layout(state, rules, start), state.deciding
    while True:
        try:
            yield from betting_window(layout, "623a.4(a)")
        except Irregularity as fault:
            yield from while_betting(fault, layout)
            continue
        turn = layout.turn
        events, deciding = hand_dice(layout, state, deciding, stays=not departed(state, layout))
        if events:
            yield tuple(events)
        if layout.cash or layout.brought_in:
            yield from chips_in_place(layout)
        if rules.fire_bet and layout.turn != turn:
            continue  # 623a.11(a)(1): a new shooter has the dice, so Fire Bets are open again
        thrown: Any = yield THROW
        dice: str = thrown.says
        try:
            yield VALID_ROLL
        except Irregularity as fault:
            dice = yield from at_rest(fault, dice, rules)
        if dice:
            break
        layout.thrown = True
    events, table = settle(layout, dice, deciding=deciding)
    if table.fire and fourth_point_made(layout.fire, table.fire):
        yield tuple(events)
        yield from attest(
            FLOOR, "told surveillance, to confirm Fire Bets and payouts", "623a.11(a)(6)", kind=SURVEILLANCE_TOLD
        )
        events = []
    events.append(RoundClosed(start.number, cite="623a.9(e)" if rules.mini else "623a.9(d)"))
    yield tuple(events)
    return table


def chips_in_place(layout: Layout) -> Procedure[None]:
    """623a.4(b), 623a.11(a)(3): betting is closed, and the dealer says what was done with cash and with Fire Bets."""
    yield from cash_converted(layout.cash, "623a.4(b)")
    if layout.brought_in:
        seats = ", ".join(map(str, layout.brought_in))
        yield from attest(DEALER, f"brought in the Fire Bets of {seats}", "623a.11(a)(3)", kind=FIRE_BROUGHT_IN)
    layout.cash, layout.brought_in = [], []


def new_set(why: str) -> Procedure[None]:
    """623a.7(d): another five dice, whose 24 hours begin."""
    yield from attest(FLOOR, f"brought a new set of {SET} dice", "623a.7(d)", kind=NEW_DICE)
    yield Replaced("dice", why, cite="623a.7(d)")


# § 623a.8(a), § 623a.10.  Who throws.


def hand_dice(layout: Layout, before: Table, deciding: bool, *, stays: bool) -> tuple[list[Event], bool]:
    """Betting is closed: Fire Bets are brought in, and the dice go to the player who throws.

    Returns the events, and whether the throw decides only Come Bets.
    """
    events: list[Event] = []
    if layout.rules.fire_bet:
        layout.bring_in_fire_bets()
    shooter = 0 if layout.offered else layout.shooter
    if shooter and is_last(layout) and not stays:  # 623a.10(c): a shooter who left has given up the dice
        events += layout.relinquish()
        shooter = 0
    if shooter and (layout.point or on_the_line(layout, shooter)):
        return events, False
    if layout.point or layout.line_bettors():
        if shooter:  # 623a.10(b): the shooter made no line bet and others did
            events += layout.relinquish()
        return [*events, *layout.give(layout.next_shooter(layout.throwers()))], False
    # Betting does not close on a come out roll without a line bet unless Come Bets remain (I-623a-37).
    return [*events, *decide_come_bets(layout, before, deciding, stays=stays)], True


def decide_come_bets(layout: Layout, before: Table, deciding: bool, *, stays: bool) -> list[Event]:
    """623a.10(b): without a line bet the last shooter throws, for the Come Bets alone, and the marker is off."""
    events: list[Event] = []
    if not stays and layout.offered:
        events += layout.give(layout.next_shooter(layout.throwers()))
    elif stays and not is_last(layout):  # another player took the dice and made no line bet
        layout.shooter, layout.shooter_player = layout.last, layout.named(layout.last)
        layout.offered, layout.fresh = True, before.fresh
        events.append(Marked("dice", "shooter", layout.last, cite="623a.10(b)"))
    if events or not deciding:
        events.append(Marked("puck", "off, on the Don't Pass Line", layout.shooter, cite="623a.10(b)"))
    return events


def departed(before: Table, layout: Layout) -> bool:
    """Whether the last shooter has left: others are at the table, but not that player or a wager of theirs."""
    seat = layout.last
    if layout.gone:
        return True
    if not seat or not layout.seated:
        return False
    if seat in layout.seated:
        return layout.player(seat) != layout.last_player  # somebody else sits there now
    return all(owner != seat for (owner, _, _), _ in before.up) and all(bet.seat != seat for bet in before.fire)


def on_the_line(layout: Layout, seat: Seat) -> bool:
    return (seat, "pass_bet", "") in layout.up or (seat, "dont_pass_bet", "") in layout.up


# § 623a.8.  Throw of the dice; invalid roll of the dice.

SIDES = 6
THROW = Draw("dice", throws(2), "623a.8(a)", independent=True)
VALID_ROLL = Election(DEALER, VALID, (Option("valid_roll"),), "623a.9(a)", Option("valid_roll"), courtesy=True)

GROUNDS = {
    "not_together": "623a.8(c)(1)",
    "short_throw": "623a.8(c)(2)",
    "on_bank": "623a.8(c)(3)",
    "in_cup_or_on_rail": "623a.8(c)(4)",
    "cheating": "623a.8(c)(5)",
    "improper": "623a.8(c)(6)",
}


def reported(fault: Irregularity, cite: str = "") -> Event:
    kind = REMEDIES[fault.kind]
    return IrregularityReported(kind.name, kind.remedy, fault.seat, cite=cite or kind.cite)


def at_rest(fault: Irregularity, dice: str, rules: Rules) -> Procedure[str]:
    """The dice as they count in the end; empty when the roll is void."""
    dice = yield from remedied(fault, dice, rules)
    while dice:
        try:
            yield VALID_ROLL
        except Irregularity as another:
            dice = yield from remedied(another, dice, rules)
        else:
            return dice
    return dice


def remedied(fault: Irregularity, dice: str, rules: Rules) -> Procedure[str]:
    """§§ 623a.8(b)–(e), 623a.9(b)–(c): the dice after one irregularity; empty: they are thrown again."""
    kind, facts = fault.kind, fault.facts
    if kind == "dice_touched_chips":
        yield reported(fault)
        return dice
    if kind == "dice_unsuitable":  # the throw stands unless "no roll" is called as well
        yield reported(fault)
        yield from new_set("unsuitable")
        return dice
    if kind == "die_cocked":
        yield reported(fault)
        return uppermost(dice, facts.get("die"), facts.get("resting"))
    if kind == "uppermost_face_disputed":
        cite = dispute_decided_by(facts.get("ruled_by"), rules)
        yield reported(fault, cite)
        if not facts.get("void"):
            return ruled(dice, facts.get("decided"))
    elif kind == "no_roll_called":
        cite = ground(fault, rules)
        yield reported(fault, cite)
    elif kind in ("die_off_table", "dice_stacked", "cocked_on_two_sides"):
        cite = REMEDIES[kind].cite
        yield reported(fault)
    else:
        raise fault
    yield Announced("no roll", cite=cite)
    yield Noted(f"the dice showed {dice}; void", cite=cite)
    if facts.get("lost"):
        yield from new_set("a die was lost")
    return ""


def uppermost(dice: str, die: object, resting: object) -> str:
    """623a.9(b): the side opposite the resting one counts; without particulars it was already read that way."""
    if die is None and resting is None:
        return dice
    if die not in (1, 2) or not isinstance(resting, int) or not 1 <= resting <= SIDES:
        words = f"Expected die 1 or 2 and a resting side from 1 to 6, not {die!r} and {resting!r}."
        raise Refused(Refusal.IMPOSSIBLE, words, "623a.9(b)")
    shown = dice.split()
    shown[0 if die == 1 else 1] = str(SIDES + 1 - resting)
    return " ".join(shown)


def acting_as(named: object, may: Sequence[Role]) -> Role | None:
    """The role in which someone acted, if they may: one of these, or a rank above it (I-GEN-32); the first if none is named."""
    if named is None:
        return may[0]
    held = next((role for role in Role if role == named), None)
    return next((role for role in may if held is not None and serves_as(held, role)), None)


def dispute_decided_by(ruled_by: object, rules: Rules) -> str:
    """623a.9(c)(1)–(2): the provision on who decides a dispute; where nobody is named, that person is meant."""
    who, cite = (MINI_RULES_ON_FACES, "623a.9(c)(2)") if rules.mini else (RULES_ON_FACES, "623a.9(c)(1)")
    if acting_as(ruled_by, (who,)) is None:
        raise Refused(Refusal.WRONG_ROLE, f"Only the {who} may decide which face is uppermost.", cite)
    return cite


def ruled(dice: str, decided: object) -> str:
    """623a.9(c): the faces decided on; the dice as first read where none are named."""
    if decided is None:
        return dice
    if decided not in throws(2):
        raise Refused(Refusal.IMPOSSIBLE, f"Expected a throw of two dice like '3 4', not {decided!r}.", "623a.9(a)")
    return str(decided)


def reporter(fault: Irregularity) -> Role | None:
    """The role of the person who reported it; a scenario has none."""
    return next((role for role in Role if role == fault.by), None)


def ground(fault: Irregularity, rules: Rules) -> str:
    """623a.8(c)–(e): the provision behind a call of "no roll", if the caller may call it on that ground."""
    why = fault.facts.get("why") or next((name for name in GROUNDS if fault.facts.get(name)), "improper")
    by = acting_as(fault.facts.get("called_by") or reporter(fault), callers(rules))
    if by is None:
        who = " or ".join(callers(rules))
        raise Refused(
            Refusal.WRONG_ROLE, f'Only the {who} may call "no roll".', "623a.8(e)(2)" if rules.mini else "623a.8(e)(1)"
        )
    if why == "touched_chips":
        raise Refused(Refusal.NOT_LAWFUL, "Dice that touch chips are not a ground for a call of no roll.", "623a.8(d)")
    if why not in GROUNDS:
        raise Refused(
            Refusal.NOT_LAWFUL,
            f"{why!r} is not a ground for no roll; expected one of: {', '.join(GROUNDS)}.",
            "623a.8(c)",
        )
    if why == "on_bank" and rules.mini:
        raise Refused(
            Refusal.NOT_LAWFUL, "The ground on_bank exists at Craps only, where a boxperson has a bank.", "623a.8(c)(3)"
        )
    if why == "improper" and by is Role.FLOORPERSON:
        raise Refused(
            Refusal.WRONG_ROLE, "Only the dealer or stickperson may declare a throw improper.", "623a.8(c)(6)"
        )
    return GROUNDS[str(why)]


def callers(rules: Rules) -> tuple[Role, ...]:
    """623a.8(e), I-623a-24: who may call "no roll"; first the one who controls the dice, 623a.7(a)."""
    if not isinstance(rules, MiniRules):
        return CALLERS
    return MINI_CALLERS if rules.stickperson else MINI_CALLERS[1:]


def while_betting(fault: Irregularity, layout: Layout) -> Procedure[None]:
    """§§ 623a.7(d), 623a.10(a)(2): irregularities of dice and shooter while betting is open."""
    if fault.kind == "dice_unsuitable":
        yield reported(fault)
        yield from new_set("unsuitable")
    elif fault.kind == "shooter_ordered_to_pass" and not layout.offered:
        check_order(fault, layout.rules)
        layout.close_fire_bets()
        yield (reported(fault), *layout.relinquish())
    else:
        raise fault


def check_order(fault: Irregularity, rules: Rules) -> None:
    """623a.10(a)(2): who may order the dice passed; where nobody is named, that person is meant."""
    who = MINI_ORDERS_TO_PASS if rules.mini else ORDERS_TO_PASS
    if acting_as(fault.facts.get("ordered_by"), (who,)) is None:
        raise Refused(Refusal.WRONG_ROLE, f"Only the {who} may order the dice passed.", "623a.10(a)(2)")
