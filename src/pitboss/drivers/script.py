"""Scenarios: a round with nothing left to chance, from a TOML file, printed as JSON lines.

This format is stable: laboratories write test cases in it, users report bugs in it, golden plays are
written in it. ``run`` yields the lines; a scenario that is refused, runs out of chance or leaves some unused ends
with a ``refused`` line.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers import scenario
from pitboss.drivers.round import Round
from pitboss.drivers.scenario import TABLE_ROLES, malformed, part
from pitboss.events import Event, Moved, Settlement, Wagered, Withdrawn
from pitboss.faces import FACE_DOWN
from pitboss.game import Game, RoundStart, players_of
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.money import cents, dollars, is_money
from pitboss.procedure import CHANCE, FLOOR, NO_MORE_BETS, Answer, Draw, Election, Refusal, Refused, Window, name
from pitboss.submission import cautions, submit
from pitboss.wagers import WAGER, close_betting

Line = dict[str, Any]


class Nothing(Answer, frozen=True):
    """An answer that states an amount of 0, which differs from stating no amount."""


class Script:
    """What is still to come in one round of a scenario."""

    def __init__(self, number: int, written: Any, game: Game) -> None:
        data = scenario.round_of(number, written)
        self.number = number
        self.wagers = [_wager(w) for w in data.get("wagers", [])]
        self.history = [act for one in data["history"] for act in _acts(one, game)] if "history" in data else None
        made = [wager for _, wager in self.wagers] + [one for one in self.history or () if one.__class__ is Answer]
        wagered = (one.by for one in made if isinstance(one, Answer) and one.says == WAGER and isinstance(one.by, int))
        named = {int(seat): str(player) for seat, player in data.get("players", {}).items()}
        seated = tuple(dict.fromkeys([*data.get("seated", wagered), *named]))
        new_dealer, reopened = data.get("new_dealer", False), data.get("reopened", False)
        players, system = players_of(seated, named), dict(data.get("system", {}))
        self.start = RoundStart(number, new_dealer, system, seated, reopened, players)
        self.answers = [read_answer(a) for a in data.get("answers", [])]
        self.chance = [str(c) for c in data.get("chance", [])]
        self.reports = [_read_report(i, game) for i in data.get("irregularities", [])]
        self.drawn = self.answered = 0
        self.step = "start"

    def is_physical(self, game: Game) -> bool:
        """Whether a person deals: a card lies face down that only its holder knows, or what is reported at a moment of its
        own is about the shoe itself (I-GEN-45)."""
        placed = [report for after, _, report in self.reports if after is not None]
        acts = self.history or ()
        return any(isinstance(act, Answer) and act.says == FACE_DOWN for act in acts) or any(
            (kind := game.irregularity(report.kind)) is not None and kind.physical
            for report in (*placed, *acts)
            if isinstance(report, Report)
        )

    def wagers_due(self, *, window: bool) -> Iterator[Answer]:
        """Wagers to tender now: in an open window those due by now; elsewhere those meant for this moment."""
        for entry in list(self.wagers):
            after, answer = entry
            due = (after is None or after <= self.drawn) if window else after == self.drawn
            if due:
                self.wagers.remove(entry)
                yield answer

    def report_due(self) -> tuple[int | None, int | None, Report] | None:
        for entry in self.reports:
            after, after_answers, _ = entry
            if (after is None or after == self.drawn) and (after_answers is None or after_answers == self.answered):
                return entry
        return None

    def left_over(self) -> str:
        """What was never used, in words; empty when nothing is left."""
        left = []
        if self.reports:
            left.append(f"irregularity {self.reports[0][2].kind}")
        if self.chance:
            left.append(f"chance {' '.join(self.chance)}")
        if self.answers:
            left.append(f"answer {self.answers[0].says} of {name(self.answers[0].by)}")
        return ", ".join(left)


def cautions_of(text: str) -> tuple[str, ...]:
    """What is said of the rules of a scenario, which takes what it is given; nothing where they cannot be read."""
    try:
        data = scenario.parsed(text)
        return cautions(submit(catalogue.game(data["game"]).rules, data.get("submission", {})))
    except Refused:
        return ()


def run(text: str) -> Iterator[Line]:
    """Play a scenario and yield its lines."""
    number, script = 0, None
    try:
        data = scenario.parsed(text)
        game = catalogue.game(data["game"])
        rules = submit(game.rules, data.get("submission", {}))
        state, ledger, may_lie_face_down = game.open(rules), Ledger(), False
        standing: dict[tuple[int, str, str, int], int] = {}
        for number, written in enumerate(data.get("round", []), 1):
            script = None
            script = Script(number, written, game)
            events: list[Event] = []
            try:
                may_lie_face_down = may_lie_face_down or script.is_physical(game)  # a card may wait for the next round
                play = Round(game, rules, state, script.start, may_lie_face_down=may_lie_face_down)
                state = play_out(play, script, events)
            finally:
                ledger.fold(events)
                ledger.check()
                yield from ({"event": msgspec.json.decode(msgspec.json.encode(event))} for event in events)
                yield from (_settlement(number, event) for event in events if isinstance(event, Settlement))
            _update_wagers(standing, events)
        yield from _wagers_up(standing)
    except Refused as refusal:
        step = script.step if script else "reading" if number else "submission"
        yield refused_line(refusal, number, step)


def refused_line(refusal: Refused, number: int, step: str) -> dict[str, Any]:
    """A refusal as a line: ``code``, ``sentence`` and ``cite`` as everywhere, beside the names that it had here first."""
    code = str(refusal.why)
    fields = {
        "why": refusal.sentence,
        "refusal": code,
        "code": code,
        "sentence": refusal.sentence,
        "cite": refusal.cite,
    }
    return {"refused": {**fields, "round": number, "step": step}}


def play_out(play: Round, script: Script, events: list[Event]) -> Any:
    events += play.events
    if script.history is not None:
        return _follow(play, script.history, script, events)
    while not play.closed:
        pending = play.pending
        if isinstance(pending, Window):
            _bet(play, script, events)
            continue
        if _irregularity(play, script, events):
            continue
        if not (isinstance(pending, Election) and pending.courtesy):  # a confirmation may yet reopen betting
            for late in script.wagers_due(window=False):
                script.step = f"wager of {name(late.by)} on {late.wager}"
                events += play.answer(late)
        if isinstance(pending, Draw):
            if not script.chance:
                raise Refused(
                    Refusal.CHANCE_EXHAUSTED,
                    f"The scenario gives no further outcome for the {pending.device}.",
                    pending.cite,
                )
            script.step = f"chance {script.drawn + 1}"
            answer = Answer(CHANCE, script.chance[0])
            pending.check(answer)
            del script.chance[0]
            script.drawn += 1
            events += play.answer(answer)
        else:
            _elect(play, script, events)
    script.step = "end"
    if script.wagers:
        late = script.wagers[0][1]
        raise Refused(
            Refusal.BETTING_CLOSED, f"The wager of {name(late.by)} on {late.wager} came too late.", play.game.closed
        )
    left = script.left_over()
    if left:
        own = play.own_provision(script.answers[0].says) if script.answers else ""
        raise Refused(Refusal.UNUSED, f"The round ended before this was used: {left}.", own or play.game.closed)
    return play.result


def _follow(play: Round, history: list[Answer | Report], script: Script, events: list[Event]) -> Any:
    """Play a round by its history: each act where it stands, or after the courtesies for which nothing is given."""
    for number, act in enumerate(history, 1):
        script.step = f"history {number}"
        try:
            events += _happens(play, act)
        except Refused as refusal:
            events += _let_stand(play, act, refusal)
    script.step = "end"
    while (election := _courtesy(play)) is not None:
        events += play.answer(election)
    if play.pending is not None:
        asked = [f"{name(election.to)} is asked: {election.kind}" for election in play.elections()]
        now = asked[0] if asked else "betting is open" if isinstance(play.pending, Window) else "an outcome is to come"
        raise Refused(Refusal.NOT_LAWFUL, f"The history ends before the round does; {now}.", play.pending.cite)
    if play.may_lie_face_down:
        events[:] = play.known_events  # with the faces that were turned later
    return play.result


def _happens(play: Round, act: Answer | Report) -> list[Event]:
    if isinstance(act, Report):
        return play.report(act)
    if isinstance(act, Nothing):
        play.check_nothing(act)
    return play.feed((act,)) if act.by == CHANCE and act.on else play.answer(act)


def _let_stand(play: Round, act: Answer | Report, refusal: Refused) -> list[Event]:
    """Let the defaults of courtesies stand until an act is possible; where it never is, its first refusal holds."""
    events: list[Event] = []
    while (passed := _courtesy(play)) is not None:
        events += play.answer(passed)
        try:
            return [*events, *_happens(play, act)]
        except Refused:
            continue
    raise refusal


def _courtesy(play: Round) -> Answer | None:
    """The default of a question that a scenario need not answer, if one is open."""
    for election in play.elections():
        if election.default is not None and (election.courtesy or election.to in TABLE_ROLES):
            return election.default.answer(election.to)
    return None


def _irregularity(play: Round, script: Script, events: list[Event]) -> bool:
    """Report the irregularity that is due, if it can happen at this moment."""
    due = script.report_due()
    if due is None:
        return False
    script.step = f"irregularity {due[2].kind}"
    try:
        following = play.report(due[2])
    except Refused as refusal:
        if refusal.why is not Refusal.CANNOT_HAPPEN or play.game.irregularity(due[2].kind) is None:
            raise
        return False  # not at this moment; it may be possible at the next, before another card is out
    script.reports.remove(due)
    events += following
    return True


def _bet(play: Round, script: Script, events: list[Event]) -> None:
    window = play.pending
    assert isinstance(window, Window)
    for answer in script.wagers_due(window=True):
        script.step = f"wager of {name(answer.by)} on {answer.wager}"
        events += play.answer(answer)
    while script.answers and script.answers[0].says in window.menu.acts:
        script.step = f"answer {script.answered + 1}"
        events += play.answer(script.answers.pop(0))
        script.answered += 1
    if play.pending is window:
        if _irregularity(play, script, events):
            return
        script.step = NO_MORE_BETS
        events += play.answer(close_betting())


def _elect(play: Round, script: Script, events: list[Event]) -> None:
    for election in play.elections():
        given = next((a for a in script.answers if a.by == election.to), None)
        if election.courtesy and given is not None and given.says not in {option.says for option in election.options}:
            given = None  # meant for a later question; a courtesy need not be answered
        if given is not None:
            script.step = f"answer {script.answered + 1}"
            if isinstance(given, Nothing):
                play.check_nothing(given)
            events += play.answer(given)
            script.answers.remove(given)
            script.answered += 1
        elif election.default is not None and (election.courtesy or election.to in TABLE_ROLES):
            events += play.answer(election.default.answer(election.to))
        else:
            raise _unanswered(election, script)
        if election.to not in {e.to for e in play.elections()} and play.pending is not None:
            return


def _unanswered(election: Election, script: Script) -> Refused:
    options = ", ".join(dict.fromkeys(str(option) for option in election.options[:12]))
    if script.answers and script.answers[0].by != election.to:
        script.step = f"answer {script.answered + 1}"
    return Refused(
        Refusal.NOT_LAWFUL,
        f"The scenario has no answer from {name(election.to)} to {election.kind!r}; lawful: {options}.",
        election.cite,
    )


# --- reading -----------------------------------------------------------------------------------------------


def _money(data: dict[str, Any], key: str) -> int:
    try:
        return cents(str(data[key])) if key in data else 0
    except ValueError as error:
        raise malformed(str(error)) from None


def _wager(written: Any) -> tuple[int | None, Answer]:
    data = part("A wager", written, scenario.WAGER, "seat", "wager", "amount")
    player, form, on = str(data.get("player", "")), str(data.get("form", "")), str(data.get("on", ""))
    answer = Answer(
        data["seat"],
        WAGER,
        data["wager"],
        on,
        _money(data, "amount"),
        form=form,
        player=player,
        hand=data.get("hand", 0),
    )
    return data.get("after"), answer


def read_answer(written: Any) -> Answer:
    """``{seat, answer, …}``; an answer may be a word, or a table of one entry such as {low = [cards]}."""
    data = part("An answer", written, scenario.ANSWERED, "answer")
    by: Any = data.get("seat", data.get("by", "dealer"))
    says: Any = data.get("answer")
    stated, on = [_money(data, key) for key in ("amount", "to") if key in data], str(data.get("on", ""))
    cards: tuple[str, ...] = ()
    if isinstance(says, dict) and len(says) == 1:
        ((says, value),) = says.items()
        if isinstance(value, list):
            cards = tuple(str(card) for card in value)
        elif isinstance(value, int):
            stated, on = [*stated, value], ""
        elif isinstance(value, str) and is_money(value):
            stated.append(cents(value))
        else:
            on = str(value)
    if len(set(stated)) > 1:
        raise malformed("An answer states one amount, not several that differ.")
    amount = stated[0] if stated else 0
    return (Nothing if stated and not amount else Answer)(
        by,
        says,
        str(data.get("wager", "")),
        on,
        amount,
        cards,
        hand=data.get("hand", 0),
        player=str(data.get("player", "")),
    )


def _acts(written: Any, game: Game) -> Iterator[Answer | Report]:
    """What one entry of a history tells: outcomes of chance, a wager, an answer or an irregularity."""
    if not isinstance(written, dict):
        raise malformed("An entry of a history is a table.")
    if "after" in written or "after_answers" in written:
        raise malformed("An entry of a history happens where it stands; leave out after and after_answers.")
    match next((key for key in ("chance", "kind", "answer", "wager") if key in written), ""):
        case "chance":
            shown = part("An outcome", written, scenario.SHOWN)["chance"]
            place = written.get("on", "")
            yield from (Answer(CHANCE, str(one), on=place) for one in (shown if isinstance(shown, list) else [shown]))
        case "kind":
            yield msgspec.structs.replace(_read_report(written, game)[2], by=written.get("by", FLOOR))
        case "answer":
            yield read_answer(written)
        case "wager":
            yield _wager(written)[1]
        case _:
            raise malformed("An entry of a history has one of chance, wager, answer and kind.")


def _read_report(written: Any, game: Game) -> tuple[int | None, int | None, Report]:
    data = scenario.irregularity(written, game)
    facts = {key: value for key, value in data.items() if key not in scenario.REPORTED}
    named = str(data.get("player", ""))
    return data.get("after"), data.get("after_answers"), Report(data["kind"], data.get("seat", 0), facts, player=named)


# --- printing -----------------------------------------------------------------------------------------------


def _settlement(number: int, event: Settlement) -> Line:
    return {
        "settlement": {
            "round": number,
            "seat": event.seat,
            "wager": event.wager,
            "on": event.on,
            "hand": event.hand,
            "stake": dollars(event.stake),
            "returned": dollars(event.returned),
            "vigorish": dollars(event.vigorish),
            "cite": event.cite,
        }
    }


def _update_wagers(standing: dict[tuple[int, str, str, int], int], events: list[Event]) -> None:
    """Apply events to the wagers that are on the layout."""
    for event in events:
        if isinstance(event, Wagered | Withdrawn):
            key = (event.seat, event.wager, event.on, event.hand)
            change = event.amount if isinstance(event, Wagered) else -event.amount
        elif isinstance(event, Settlement) and not event.stays:
            key, change = (event.seat, event.wager, event.on, event.hand), -event.stake
        elif isinstance(event, Moved) and standing.get((event.seat, event.wager, event.on, event.hand)) == event.amount:
            del standing[event.seat, event.wager, event.on, event.hand]  # moved whole: it is on the new spot now
            key, change = (event.seat, event.wager, event.to, event.hand), event.amount
        else:
            continue
        standing[key] = standing.get(key, 0) + change
        if not standing[key]:
            del standing[key]


def _wagers_up(standing: dict[tuple[int, str, str, int], int]) -> Iterator[Line]:
    """The wagers that stay on the layout after the last round."""
    for (seat, wager, on, hand), amount in standing.items():
        yield {"standing": {"seat": seat, "wager": wager, "on": on, "hand": hand, "stake": dollars(amount)}}
