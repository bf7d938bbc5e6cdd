"""The words of one step: who does what, by hand or at the console, in which order round the table."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from pitboss.authority import answerers
from pitboss.events import COUNT, POSITION, Collected, Paid, Returned
from pitboss.game import Game
from pitboss.paper.procedure_trace import Occurrence, Trace
from pitboss.procedure import DEALER, Who
from pitboss.seating import clockwise, counterclockwise
from pitboss.submission import RulesSubmission
from pitboss.wagers import offered

SURE = 4  # so many rounds with two players or more have to show in which order they are served
MANY, MOSTLY = 10, 0.8  # of so many rounds so many, where the text has exceptions: a hand that is settled at once
MANY_WAGERS = 12  # decided by one result: a wheel or dice
FEW = 4  # so many different calls or names are listed, of more an example is given
SET_ASIDE = "set_aside"
VIGORISH = "vigorish of "  # a note of what is taken with the payment
SMALL = (
    "act",
    "note",
    "told",
    "meter",
    "move",
    "charge",
    "mark",
    "transfer",
)  # done on the way, in no order round the table
MARKS = {
    "start": "Mark the starting position.",
    "dice": "Give the dice to the shooter.",
    "lights": "Light up the areas that won.",
    "envy lammer": "Put an Envy lammer beside each wager that can win an Envy Bonus.",
}
NUMBERS = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
Run = tuple[Trace, ...]  # traces that make one step: one, or settlements that follow each other


class How(StrEnum):
    """How a step is done at a table that a person deals; ``MEANS`` says it in full."""

    HANDS = "hands"
    SAY = "say"
    CONFIRM = "confirm"
    ENTER = "enter"
    ASK = "ask"
    PAY = "take and pay"
    SOFTWARE = "software"


MEANS = {
    How.HANDS: "done by hand; the software follows and asks nothing",
    How.SAY: "said aloud; the software shows it to the table and records it",
    How.CONFIRM: "done by hand, then confirmed at the console; the software waits for it",
    How.ENTER: "done by hand; what the cards, dice, tiles or wheel show is entered at the console when it asks",
    How.ASK: "the software asks the players and refuses what is not lawful",
    How.PAY: "the software works out and lists every amount; hands take and pay in this order",
    How.SOFTWARE: "done by the software alone",
}


class StepWords(msgspec.Struct, frozen=True):
    """Who does what, and how; ``lines`` are the wagers that are settled, each with its provisions."""

    who: str
    does: str
    how: How
    order: str = ""  # which way round the table
    lines: tuple[tuple[str, tuple[str, ...]], ...] = ()


def direction(rounds: Iterable[Sequence[int]]) -> str:
    """Which way round the table the seats were served, where the rounds agree; of many, a few may have exceptions."""
    several = [seats for found in rounds if len(seats := tuple(dict.fromkeys(found))) > 1]
    if len(several) >= SURE:
        if _agree(list(seats) == clockwise(seats) for seats in several):
            return "clockwise from the dealer's left"
        if _agree(list(seats) == counterclockwise(seats) for seats in several):
            return "counterclockwise from the dealer's right"
    several = [seats for seats in several if len(seats) > 2]  # two seats are in order either way
    if len(several) >= 2 * SURE:
        if all(_turned(seats, clockwise(seats)) for seats in several):
            return "clockwise from the starting position"
        if all(_turned(seats, counterclockwise(seats)) for seats in several):
            return "counterclockwise from the starting position"
    return ""


def _agree(answers: Iterable[bool]) -> bool:
    """All, or most of many."""
    known = list(answers)
    return all(known) or (len(known) >= MANY and sum(known) >= MOSTLY * len(known))


def _turned(seats: Sequence[int], order: Sequence[int]) -> bool:
    """Whether the seats are in this order, from any of them on."""
    first = order.index(seats[0])
    return [*order[first:], *order[:first]] == list(seats)


def _way(trace: Trace) -> str:
    if trace.key.kind in SMALL:
        return ""
    return direction([one.who for one in found if isinstance(one.who, int)] for found in trace.by_round())


class Wording:
    """Writes the steps of one game under its rules."""

    def __init__(self, game: Game, rules: RulesSubmission) -> None:
        self._game, self._rules = game, rules
        self._dealer = " or ".join(role.title for role in game.dealt_by) if len(game.dealt_by) < 3 else "crew"
        self._piece = "tile" if "tiles" in game.equipment else "card"
        self._writers: Mapping[str, Callable[[Trace], StepWords]] = {
            "shuffle": self._shuffle,
            "bet": self._bet,
            "act": self._act,
            "close": self._close,
            "ask": self._ask,
            "draw": self._draw,
            "show": self._show,
            "burn": self._burn,
            "deal": self._deal,
            "turn": self._turn,
            "look": self._look,
            "rack": self._rack,
            "call": self._call,
            "note": self._note,
            "told": self._answer_read,
            "mark": self._mark,
            "wager": self._wager,
            "move": self._move,
            "charge": self._charge,
            "meter": self._meter,
            "transfer": self._transfer,
        }

    def of(self, run: Run, goes_on: bool) -> StepWords:
        """The words of one step, after which play goes on or not."""
        if run[0].key.kind == "settle":
            return self._settle(run, goes_on)
        return msgspec.structs.replace(self._writers[run[0].key.kind](run[0]), order=_way(run[0]))

    # --- one act

    def _shuffle(self, trace: Trace) -> StepWords:
        event = trace.found[0].item
        verb = "Mix" if self._piece == "tile" else "Shuffle"
        return StepWords(self._dealer, f"{verb} the {event.device}: {event.count} {self._piece}s.", How.HANDS)

    def _bet(self, trace: Trace) -> StepWords:
        kinds = [kind.title for kind in offered(self._game.wagers, self._rules) if kind.tendered]
        listed = f": {', '.join(kinds)}" if len(kinds) <= 2 * FEW else f": {len(kinds)} kinds of wagers"
        return StepWords("players", f"Betting is open{listed}.", How.ASK)

    def _act(self, trace: Trace) -> StepWords:
        said = ", ".join(spaced(says) for says in sorted(trace.words("says")))
        return StepWords("players", f"While betting is open a player may say: {said}.", How.ASK)

    def _close(self, trace: Trace) -> StepWords:
        return StepWords(self._dealer, "Close betting: no wager is accepted or taken back after this.", How.CONFIRM)

    def _ask(self, trace: Trace) -> StepWords:
        asked = trace.found[0].item
        options = list(dict.fromkeys(o.says for one in trace.found for o in one.item.options))
        choices = ", ".join(spaced(says) for says in options)
        ranged = next((o for o in asked.options if o.unit in (COUNT, POSITION) and o.most), None)
        if isinstance(asked.to, int):
            one_by_one = " one after the other" if _way(trace) else ""
            if asked.kind in ("cut", "dealing shoe") or asked.courtesy:
                return StepWords(self._dealer, f"Offer the players{one_by_one}: {choices}.", How.ASK)
            setting = f"set the {asked.kind}" if options in (["low"], ["low_hand"]) else choices
            return StepWords("players", f"The players decide{one_by_one}: {setting}.", How.ASK)
        who = " or ".join(role.title for role in answerers(self._game, asked.to, asked.kind)) or str(asked.to)
        if trace.attested:
            counted = " Enter the count." if ranged is not None else ""
            said = next(iter(trace.attested))
            said = said if len(trace.attested) == 1 else _open(said).removesuffix(" of …")
            return StepWords(who, f"Confirm that you {said}.{counted}", How.CONFIRM)
        if ranged is not None and ranged.unit == POSITION:
            usual = f", usually {ranged.usual}" if ranged.usual else ""
            return StepWords(
                who, f"{_capital(asked.kind)}: from {ranged.least} to {ranged.most} cards{usual}.", How.CONFIRM
            )
        if ranged is not None:
            return StepWords(
                who,
                f"{_capital(asked.kind)}: {ranged.usual or ranged.least} or more. Enter the number.",
                How.CONFIRM,
            )
        if len(options) == 1 and len(asked.options) == 1:
            return StepWords(who, f"{_capital(asked.kind)}: confirm “{choices}”.", How.CONFIRM)
        named = [o.on for o in asked.options if o.on]
        chosen = ", ".join(spaced(on) for on in dict.fromkeys(named)) if named else choices
        return StepWords(who, f"{_capital(asked.kind)}: choose one of {chosen}.", How.CONFIRM)

    def _draw(self, trace: Trace) -> StepWords:
        if trace.key.what == "wheel":
            return StepWords(self._dealer, "The wheel is spun; enter where it stops.", How.ENTER)
        if trace.key.what == "number":
            return StepWords(self._dealer, "The generator shows a number; enter it.", How.ENTER)
        return StepWords(self._dealer, f"The {trace.key.what} come to rest; enter what they show.", How.ENTER)

    def _show(self, trace: Trace) -> StepWords:
        return StepWords(self._dealer, f"Let the table see the {trace.key.what}.", How.HANDS)

    def _burn(self, trace: Trace) -> StepWords:
        counts = {len(found) for found in trace.by_round()}
        number = _number(counts, self._piece)
        return StepWords(
            self._dealer, f"Burn {number} face {trace.key.face}.", How.ENTER if trace.key.face == "up" else How.HANDS
        )

    def _deal(self, trace: Trace) -> StepWords:
        counts = {
            sum(1 for one in found if one.who == who)
            for found in trace.by_round()
            for who in dict.fromkeys(one.who for one in found)
        }
        one_by_one = all(a.who != b.who for found in trace.by_round() for a, b in itertools.pairwise(found))
        number = _number(counts, self._piece)
        dealt = ", one at a time" if one_by_one and counts != {1} else ""
        how = How.ENTER if trace.key.face == "up" else How.HANDS  # what lies face down is entered when it is turned
        if all(one.who == SET_ASIDE for one in trace.found):
            return StepWords(self._dealer, f"Set {number} aside, face {trace.key.face}.", how)
        return StepWords(self._dealer, f"Deal {number} face {trace.key.face} to {self._to(trace)}{dealt}.", how)

    def _to(self, trace: Trace) -> str:
        """``each player and the dealer``."""
        rounds = [list(dict.fromkeys(one.who for one in found)) for found in trace.by_round()]
        names = []
        if any(isinstance(who, int) for found in rounds for who in found):
            positions = max(sum(isinstance(who, int) for who in found) for found in rounds)
            every = positions == self._rules.posted.seats and positions > 3
            names.append("each position (taken or not)" if every else "each player" if positions > 1 else "the player")
        others = {who for found in rounds for who in found if isinstance(who, str)}
        names += [_whose(who) for who in sorted(others, key=lambda who: (who != DEALER, who != "Player's Hand", who))]
        joined = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
        last = len(names) > 1 and all(found[-1] == DEALER for found in rounds if len(found) > 1)
        return f"{joined}, the dealer last" if last else joined

    def _turn(self, trace: Trace) -> StepWords:
        if trace.key.what == SET_ASIDE:
            return StepWords(self._dealer, f"Turn {_whose(SET_ASIDE)} face up.", How.ENTER)
        whose = "the player" if trace.key.what == "player" else _whose(trace.key.what)
        return StepWords(self._dealer, f"Turn the {self._piece}s of {whose} face up.", How.ENTER)

    def _look(self, trace: Trace) -> StepWords:
        if trace.key.what == "player":
            return StepWords("players", f"The players look at their own {self._piece}s.", How.HANDS)
        return StepWords(self._dealer, f"Only {_whose(trace.key.what)} sees the {self._piece}s.", How.HANDS)

    def _rack(self, trace: Trace) -> StepWords:
        whose = list(dict.fromkeys("the players" if isinstance(o.who, int) else _whose(o.who) for o in trace.found))
        if self._piece == "tile":
            return StepWords(self._dealer, f"Gather the tiles of {' and '.join(whose)}.", How.HANDS)
        return StepWords(self._dealer, f"Put the cards of {' and '.join(whose)} into the rack.", How.HANDS)

    def _call(self, trace: Trace) -> StepWords:
        said = list(trace.words("words"))
        forms = list(dict.fromkeys(map(_open, said))) if len(said) > 1 else said
        if len(forms) <= FEW and "…" not in forms and not any(":" in form for form in forms):
            whole = all(len({_open(o.item.words) for o in found}) >= len(forms) for found in trace.by_round())
            called = " then ".join(f"“{words}”" for words in forms) if whole else _either(forms)
            return StepWords(self._dealer, f"Call {called}.", How.SAY)
        return StepWords(self._dealer, f"Call it, as in {_either(said[:2])}.", How.SAY)

    def _note(self, trace: Trace) -> StepWords:
        said = list(trace.words("what"))
        forms = list(dict.fromkeys(map(_open, said))) if len(said) > 1 else said
        if all(form.startswith(VIGORISH) for form in forms):
            return StepWords(self._dealer, "Take the vigorish of what won.", How.PAY)
        if any(form.count("…") > 1 for form in forms):
            return StepWords("software", f"Recorded, as in: {said[0]}.", How.SOFTWARE)
        return StepWords("software", f"Recorded: {'; '.join(forms[:FEW])}.", How.SOFTWARE)

    def _answer_read(self, trace: Trace) -> StepWords:
        return StepWords(
            self._dealer,
            f"Enter what the card reader tells, as in {_either(list(trace.words('what'))[:1])}.",
            How.ENTER,
        )

    def _mark(self, trace: Trace) -> StepWords:
        marker = trace.key.what.lower() if trace.key.what[1:].islower() else trace.key.what
        if not trace.key.face and marker in MARKS:
            return StepWords(self._dealer, MARKS[marker], How.HANDS)
        places = list(trace.words("at"))
        named = len(places) == 1 and places[0].isalpha()
        return StepWords(
            self._dealer,
            f"{'Take away' if trace.key.face else 'Place'} the {marker}{f': {places[0]}' if named else ''}.",
            How.HANDS,
        )

    def _wager(self, trace: Trace) -> StepWords:
        return StepWords("players", f"The player puts up the {self._title(trace.key.what)}.", How.ASK)

    def _move(self, trace: Trace) -> StepWords:
        return StepWords(self._dealer, f"Move the {self._title(trace.key.what)} to its place.", How.HANDS)

    def _charge(self, trace: Trace) -> StepWords:
        return StepWords(self._dealer, f"Take the vigorish of the {self._title(trace.key.what)}.", How.PAY)

    def _meter(self, trace: Trace) -> StepWords:
        return StepWords(
            "software",
            f"The meter of the {spaced(trace.key.what)} moves: {', '.join(trace.words('why'))}.",
            How.SOFTWARE,
        )

    def _transfer(self, trace: Trace) -> StepWords:
        return StepWords(self._dealer, f"Move chips between bank and rack: {trace.key.what}.", How.PAY)

    # --- taking and paying

    def _settle(self, run: Run, goes_on: bool) -> StepWords:
        rounds: dict[int, list[Occurrence]] = {}
        for trace in run:
            for one in trace.found:
                rounds.setdefault(one.round, []).append(one)
        for found in rounds.values():
            found.sort(key=lambda one: one.at)
        first = _losers_first(rounds.values())
        order = ""
        for kinds in ((Collected,), (Paid,)) if first else ((Collected, Paid, Returned),):
            served = [[o.who for o in found if isinstance(o.item, kinds)] for found in rounds.values()]
            order = order or direction([who for who in seats if isinstance(who, int)] for seats in served)
        results = {type(one.item) for found in rounds.values() for one in found}
        head = "Take what lost" if results == {Collected} else "Settle" if Collected in results else "Pay what won"
        when = " at once, before play goes on" if goes_on else ""
        how = ": take all that lost, then pay what won" if first else ""
        return StepWords(self._dealer, f"{head}{when}{how}.", How.PAY, order, tuple(self._settled(run)))

    def _settled(self, run: Run) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each wager in order of settlement, and the provisions by which it is settled.

        So many that they have no order but that of the text are in that order.
        """
        wagers = sorted(dict.fromkeys(trace.key.what for trace in run), key=_places(run).__getitem__)
        if len(wagers) > MANY_WAGERS:
            names = [kind.name for kind in self._game.wagers]
            wagers.sort(key=lambda wager: names.index(wager) if wager in names else len(names))
        for wager in wagers:
            own = [trace for trace in run if trace.key.what == wager]
            back = any(isinstance(one.item, Returned) for trace in own for one in trace.found)
            title = self._title(wager)
            by = tuple(dict.fromkeys(trace.key.cite for trace in own))
            yield f"{title} (a tie is given back)" if back else title, by

    def _title(self, wager: str) -> str:
        base = wager.removesuffix("_envy")
        title = next((kind.title for kind in self._game.wagers if kind.name == base), spaced(wager))
        return title if base == wager else f"{title}, Envy Bonus"


def _places(run: Run) -> dict[str, int]:
    """Of each wager, how many others are settled before it for most players who have both."""
    turns: dict[tuple[int, Who], dict[str, int]] = {}
    for one, wager in sorted(((one, t.key.what) for t in run for one in t.found), key=lambda each: each[0].at):
        turns.setdefault((one.round, one.who), {}).setdefault(wager, one.at)
    before = Counter(pair for wagers in turns.values() for pair in itertools.combinations(wagers, 2))
    names = {trace.key.what for trace in run}
    return {name: sum(before[other, name] > before[name, other] for other in names) for name in names}


def _losers_first(rounds: Iterable[Sequence[Occurrence]]) -> bool:
    """Whether all that is taken is taken before anything is paid."""
    shown = known = 0
    for found in rounds:
        taken = [n for n, one in enumerate(found) if isinstance(one.item, Collected)]
        paid = [n for n, one in enumerate(found) if isinstance(one.item, Paid)]
        if taken and paid and len({one.who for one in found}) > 1:
            known += 1
            shown += max(taken) < min(paid)
    return shown >= SURE and shown == known


def _number(counts: set[int], piece: str) -> str:
    if len(counts) > 1:
        return f"{piece}s as they are needed"
    number = next(iter(counts))
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {piece}{'s' if number > 1 else ''}"


def _open(words: str) -> str:
    """The words with their numbers left open."""
    return re.sub(r"\d+", "…", words)


def _either(said: Iterable[str]) -> str:
    return " or ".join(f"“{words}”" for words in said)


def _whose(who: Who) -> str:
    if who == SET_ASIDE:
        return "the card that was set aside"
    return f"seat {who}" if isinstance(who, int) and who else f"the {who or DEALER}"


def spaced(name: str) -> str:
    return name.replace("_", " ")


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
