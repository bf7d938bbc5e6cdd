"""Rounds as scenarios for ``pitboss run``, and scenarios as rounds.

A scenario begins at a table that was just opened, so a round becomes one together with those before it, up to the last that began
so (``is_fresh``). A round is written as lists of wagers, outcomes and answers where these result in the same, and as its history
where something was reported or they do not. Every round is played as it is written before it is handed out, and refused unless it
comes to the settlements of its line and leaves the table as that did.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.drivers import scenario, script
from pitboss.drivers.round import Round
from pitboss.events import CENTS, Event, Withdrawn
from pitboss.faces import FACE_DOWN
from pitboss.game import Game, RoundStart
from pitboss.interchange import toml
from pitboss.interchange.again import opened, rules_of, state_of
from pitboss.interchange.rounds import PlayedRound, Rules, Sitting, acts, drawn, placed, settled
from pitboss.journal import Report
from pitboss.ledger import Ledger
from pitboss.money import Cents, dollars
from pitboss.procedure import CHANCE, FLOOR, NO_MORE_BETS, Answer, Refusal, Refused, Window
from pitboss.submission import made_choices, submit
from pitboss.wagers import REMOVE, WAGER

_json = msgspec.json.Encoder(order="deterministic").encode


# --- a scenario as rounds


def from_scenario(text: str, *, events: bool = False) -> Iterator[PlayedRound]:
    """The rounds of a scenario, played as ``pitboss run`` plays them; what it would refuse is refused."""
    data = scenario.parsed(text)
    game = catalogue.game(data["game"])
    rules = submit(game.rules, data.get("submission", {}))
    filed = Rules(rules.hash(game.name), made_choices(rules.chosen))
    state, ledger, down = game.open(rules), Ledger(), False
    for number, written in enumerate(data.get("round", []), 1):
        given = script.Script(number, written, game)
        down = down or given.is_physical(game)
        play, happened = Round(game, rules, state, given.start, may_lie_face_down=down), list[Event]()
        before = msgspec.json.decode(msgspec.json.encode(state))
        state = script.play_out(play, given, happened)
        ledger.fold(happened)
        ledger.check()
        yield PlayedRound(
            pitboss_round=1,
            game=game.name,
            rules=filed,
            round=number,
            start=given.start,
            history=acts(play.history),
            settlements=settled(happened),
            seats=tuple(Sitting(seat) for seat in sorted(given.start.seated)),
            wagers=placed(happened),
            chance=drawn(play.history),
            state=before,
            face_down=down,
            events=tuple(happened) if events else (),  # type: ignore[arg-type]
        )


# --- rounds as a scenario


def is_fresh(played: PlayedRound) -> bool:
    """Whether a round began at a table as it is when it was just opened; what is left out of its state is at its default."""
    game, rules = rules_of(played)
    return played.state is not None and bool(state_of(played, game) == game.open(rules))


def to_scenario(rounds: Sequence[PlayedRound]) -> str:
    """The scenario of rounds that followed on each other at one table, the first of which began at a freshly opened one."""
    _check_chain(rounds)
    game, rules = rules_of(rounds[0])
    lines = [f"{toml.key(name)} = {toml.value(one)}\n" for name, one in rounds[0].rules.choices.items()]
    lines = [f"game = {toml.value(game.name)}\n\n[submission]\n", *lines]
    state, down = game.open(rules), False
    for number, played in enumerate(rounds, 1):
        down = down or _is_physical(played, game)
        try:
            text, state = _round(number, played, state, down=down)
        except Refused as refusal:
            words = f"{rounds[-1].name.capitalize()} cannot be written as a scenario: {refusal.sentence}"
            raise Refused(Refusal.DIVERGED, words, "") from None
        lines.append(text)
    return "".join(lines)


def _is_physical(played: PlayedRound, game: Game) -> bool:
    """Whether only a table at which a person deals can play it: a card was never turned, or the shoe itself was reported."""
    kinds = [game.irregularity(act.report.kind) for act in played.history if act.report is not None]
    return FACE_DOWN in played.chance or any(kind is not None and kind.physical for kind in kinds)


def _round(number: int, played: PlayedRound, state: Any, *, down: bool) -> tuple[str, Any]:
    """A round as a scenario tells it, and the state that it leaves: by lists where they result in the same, else by its history.

    Lists do not say where among other acts a report fell, and name every card: ``down``, one was never turned.
    """
    history = _History(played, state, down=down)
    if not history.has_reports and not down:
        try:
            text = _Lists(played, state).text()
            _check(number, played, text, state, history)
            return text, history.play.result
        except Refused:
            pass  # who sat without wagering decided something, or the order in which players acted
    text = history.text()
    _check(number, played, text, state, history)
    return text, history.play.result


def _check(number: int, played: PlayedRound, text: str, state: Any, history: "_History") -> None:
    """Play a round as it is written; refuse it where it results in other settlements or leaves the table otherwise."""
    game, rules = rules_of(played)
    (written,) = scenario.parsed(f"game = {toml.value(game.name)}\n{text}")["round"]
    given, events = script.Script(number, written, game), list[Event]()
    play = Round(game, rules, state, given.start, may_lie_face_down=history.play.may_lie_face_down)
    found = script.play_out(play, given, events)
    if _json(settled(events)) != _json(played.settlements):
        raise Refused(Refusal.DIVERGED, f"{played.name} results in other settlements.", "")
    if _json(found) != _json(history.play.result):
        raise Refused(Refusal.DIVERGED, f"{played.name} leaves the table otherwise.", "")


def _check_chain(rounds: Sequence[PlayedRound]) -> None:
    if not rounds:
        raise Refused(Refusal.MALFORMED, "There is no round to make a scenario of.", "")
    if not is_fresh(rounds[0]):
        raise Refused(
            Refusal.MALFORMED,
            f"A scenario begins at a table that was just opened; {rounds[0].name} did not, so give the rounds before it too.",
            "",
        )
    for before, after in pairwise(rounds):
        same = (before.table, before.game, before.rules.hash) == (after.table, after.game, after.rules.hash)
        if not same or after.round != before.round + 1:
            raise Refused(
                Refusal.MALFORMED,
                f"A scenario is of rounds that followed on each other under the same rules; {after.name} does not follow on "
                f"{before.name} so.",
                "",
            )


class _History:
    """One round of a scenario, act by act as it was played."""

    def __init__(self, played: PlayedRound, state: Any, *, down: bool) -> None:
        self.played = played
        self.play = opened(msgspec.structs.replace(played, face_down=down), state=state)
        self.acts: list[dict[str, Any]] = []
        for item in (act.item for act in played.history) if down else _with_faces(played):
            self._take(item)
        if not self.play.closed:
            raise Refused(Refusal.DIVERGED, f"{played.name} is not over at the end of its history.", "")

    @property
    def has_reports(self) -> bool:
        return any("kind" in act for act in self.acts)

    def _take(self, item: Answer | Report) -> None:
        if isinstance(item, Report):
            about = {name: word for name, word in (("seat", item.seat), ("by", item.by)) if word and word != FLOOR}
            self.acts.append({"kind": item.kind, **item.facts, **about})
            self.play.report(item)
            return
        if item.by == CHANCE and item.on:
            self.acts.append({"chance": item.says, "on": item.on})
            self.play.feed((item,))
            return
        if item.by == CHANCE and self.acts and "chance" in self.acts[-1] and "on" not in self.acts[-1]:
            self.acts[-1]["chance"].append(item.says)
        elif item.by == CHANCE:
            self.acts.append({"chance": [item.says]})
        elif item.says == WAGER:
            self.acts.append(_wager(item, 0))
        else:
            self.acts.append(_answer(item, _unit(self.play, item)))
        self.play.answer(item)

    def text(self) -> str:
        start = self.played.start
        parts = {"seated": toml.value(list(start.seated)), "history": toml.rows(self.acts), **_begins(start)}
        return _table(parts)


class _Lists:
    """One round of a scenario as lists of wagers, outcomes and answers, written down from the history of a round.

    The history is taken by a second round that begins as the scenario's will: with the seats that wager and no others. What is
    asked there of nobody, such as whether a seat without a wager cuts, is left out.
    """

    def __init__(self, played: PlayedRound, state: Any) -> None:
        self.played = played
        self.wagers, self.taken_down = _tendered(played)
        seated = tuple(dict.fromkeys(wager.by for _, wager in self.wagers if isinstance(wager.by, int)))
        start = msgspec.structs.replace(played.start, seated=seated)
        self.play = opened(msgspec.structs.replace(played, start=start, face_down=False), state=state)
        self.answers: list[dict[str, Any]] = []
        self.drawn = self.tendered = 0
        for item in _with_faces(played):
            assert isinstance(item, Answer), "a round with a report is written as its history"
            self._take(item)
            self.drawn += item.by == CHANCE
        self._pass_courtesies()
        if not self.play.closed:
            raise Refused(Refusal.DIVERGED, f"{played.name} is not over with the seats that wagered in it.", "")

    def _take(self, item: Answer) -> None:
        left = self.taken_down.pop(0) if item.says == REMOVE else 0
        if item.says in (WAGER, REMOVE) and not left:
            return  # it is in the wagers, or is not, as it came out in the end
        if left:
            item = msgspec.structs.replace(item, amount=left)
        while not self._is_asked(item):
            if not self._pass_courtesy():
                return  # nobody asks for it here
        if item.by != CHANCE and item.says != NO_MORE_BETS:
            self.answers.append(_answer(item, _unit(self.play, item)))
        self.play.answer(item)

    def _is_asked(self, item: Answer) -> bool:
        if isinstance(self.play.pending, Window):
            self._tender()
        try:
            self.play.check(item)
        except Refused:
            return False
        return True

    def _tender(self) -> None:
        """Make the wagers that are due, all at once and before anything else, as a scenario does."""
        while self.tendered < len(self.wagers) and self.wagers[self.tendered][0] <= self.drawn:
            self.play.answer(self.wagers[self.tendered][1])
            self.tendered += 1

    def _pass_courtesy(self) -> bool:
        """Let a default stand; a seat's is written down, so that no later answer of theirs is taken for it."""
        for election in self.play.elections():
            if election.default is not None and (election.courtesy or election.to in scenario.TABLE_ROLES):
                passed = election.default.answer(election.to)
                if isinstance(election.to, int):
                    self.answers.append(_answer(passed, election.unit_of(passed)))
                self.play.answer(passed)
                return True
        return False

    def _pass_courtesies(self) -> None:
        while self._pass_courtesy():
            pass

    def text(self) -> str:
        parts: dict[str, str] = {}
        if self.wagers:
            parts["wagers"] = toml.rows([_wager(wager, after) for after, wager in self.wagers])
        if self.played.chance:
            parts["chance"] = toml.value(list(self.played.chance))
        if self.answers:
            parts["answers"] = toml.rows(self.answers)
        return _table({**parts, **_begins(self.played.start)})


def _begins(start: RoundStart) -> dict[str, str]:
    """What a round says of its beginning, besides who sat."""
    parts = {name: "true" for name in ("new_dealer", "reopened") if getattr(start, name)}
    if names := start.names:
        parts["players"] = toml.value({str(seat): player for seat, player in names.items()})
    return {**parts, "system": toml.value(start.system)} if start.system else parts


def _table(parts: dict[str, str]) -> str:
    return "\n[[round]]\n" + "".join(f"{name} = {one}\n" for name, one in parts.items())


def _unit(play: Round, item: Answer) -> str:
    """What the amount of an answer is, by the question that it answers."""
    return next((asked.unit_of(item) for asked in play.elections() if asked.to == item.by), CENTS)


def _with_faces(played: PlayedRound) -> list[Answer | Report]:
    """The history with the faces of all cards, as if none had been dealt face down."""
    faces = dict[str, str]()
    for act in played.history:
        if act.answer is not None and act.answer.by == CHANCE and act.answer.on.startswith(FACE_DOWN):
            faces[act.answer.on] = act.answer.says
    chance, found = iter(played.chance), list[Answer | Report]()
    for act in played.history:
        item = act.item
        if isinstance(item, Report):
            found.append(item)
        elif item.by == CHANCE:
            if item.on not in faces:
                found.append(Answer(CHANCE, next(chance)))
        else:
            cards = tuple(faces.get(card, card) for card in item.cards)
            found.append(msgspec.structs.replace(item, cards=cards) if item.cards else item)
    return found


def _tendered(played: PlayedRound) -> tuple[list[tuple[int, Answer]], list[Cents]]:
    """The wagers of a round, each after the number of outcomes by which it was made; and for every time that some of one was
    taken back, how much of it was up from earlier rounds. The rest of it is left out here, as if it had never been up."""
    play, after, closed = opened(played), 0, False
    made, older = list[tuple[int, Answer]](), list[Cents]()
    for act in played.history:
        item, window = act.item, isinstance(play.pending, Window)
        events = play.feed((item,))
        if isinstance(item, Report):
            continue
        if window and item.says == WAGER:
            made.append((after if closed else 0, item))
        elif window and item.says == REMOVE:
            gone = sum(one.amount for one in events if isinstance(one, Withdrawn))
            older.append(_take_back(made, item, gone))
        closed = closed or (window and item.says == NO_MORE_BETS)
        after += item.by == CHANCE and not item.on.startswith(FACE_DOWN)
    return made, older


def _take_back(made: list[tuple[int, Answer]], item: Answer, gone: Cents) -> Cents:
    """Take from the wagers of a round what a player took back, the last first; how much is left of it for earlier rounds."""
    for at in reversed(range(len(made))):
        after, wager = made[at]
        if (wager.by, wager.wager, wager.on, wager.hand) == (item.by, item.wager, item.on, item.hand) and gone:
            gone -= (taken := min(wager.amount, gone))
            made[at] = after, msgspec.structs.replace(wager, amount=wager.amount - taken)
    made[:] = [(after, wager) for after, wager in made if wager.amount]
    return gone


def _wager(item: Answer, after: int) -> dict[str, Any]:
    words = {"on": item.on, "player": item.player, "form": item.form, "hand": item.hand, "after": after}
    given = {name: word for name, word in words.items() if word}
    return {"seat": item.by, "wager": item.wager, "amount": dollars(item.amount), **given}


def _answer(item: Answer, unit: str) -> dict[str, Any]:
    """An answer as a scenario has it: a count or a position within the word, money beside it."""
    says: Any = item.says
    words: dict[str, Any] = {"wager": item.wager, "on": item.on, "hand": item.hand, "player": item.player}
    if item.cards:
        says = {item.says: list(item.cards)}
    elif item.amount and unit != CENTS:
        says = {item.says: item.amount}
    if item.amount and unit == CENTS:
        words["amount"] = dollars(item.amount)
    who = {"seat" if isinstance(item.by, int) else "by": item.by}
    return {**who, "answer": says, **{name: word for name, word in words.items() if word}}
