"""A sitting: some rounds in a row with random wagers, answers and irregularities."""

import random
from typing import Any

from pitboss.game import Game
from pitboss.house.host.sessions import AUDIT, STAFF, WATCHER
from pitboss.house.table import entries
from pitboss.procedure import DEALER, FLOOR, Answer, Draw, Who, Window
from pitboss.submission import RulesSubmission, made_choices
from pitboss.testkit import random_play
from pitboss.wagers import WAGER
from tests.house.sending import command_of, said
from tests.secrecy.chance import Script
from tests.secrecy.filings import filings
from tests.secrecy.table import BEGIN, CLOSE, HANDS, Move, Plan, Run

POOR, RICH = 3_000, 10_000_000
FAULTS = 0.3  # how often something is reported or previewed instead of an answer
CHANGES = 0.5  # how often a seat changes hands between two rounds; in one of them, much more rarely
KEY = "k"
ROUNDS = 2
MOVES = 300  # in one sitting, before it is given up
SETTINGS = (
    entries.Settings(practice=True),
    entries.Settings(dealer="person"),
)  # where chance is entered the house does not know what lies face down (``pitboss.faces``): there is nothing to exchange


def plan_for(game: Game, source: random.Random, rules: RulesSubmission | None = None) -> Plan:
    """A table of this game, with some seats taken, one of them perhaps by a player with a further box."""
    rules = rules or filings(game, source)
    most = min(4, rules.posted.seats)
    seats = sorted(source.sample(range(1, rules.posted.seats + 1), source.randint(min(2, most), most)))
    racks = tuple((seat, source.choice((POOR, RICH, RICH))) for seat in seats)
    boxes: tuple[tuple[int, int], ...] = ()
    if rules.posted.boxes > 1:
        beside = [seat for seat in seats if seat + 1 not in seats and seat < rules.posted.seats]
        boxes = tuple((seat + 1, seat) for seat in beside[:1])
    chosen = made_choices(rules.chosen)
    return Plan(game.name, chosen, source.choice(SETTINGS), racks, boxes, source.randrange(1 << 30))


def viewers_of(plan: Plan) -> tuple[Who, ...]:
    """All who look on; not a dealer who types the cards in, and so knows them."""
    staff = STAFF if plan.settings.chance == "generator" else (FLOOR,)
    return (*(seat for seat, _ in plan.racks), WATCHER, *staff, AUDIT)


def play(game: Game, plan: Plan, viewers: tuple[Who, ...], rounds: int = ROUNDS, faults: float = FAULTS) -> Run:
    """The sitting, before these viewers."""
    source = random.Random(plan.seed)
    run = Run(game, plan, viewers, Script(source, [], {}))
    for _ in range(MOVES):
        if run.table.round is None:
            if run.table.state.felt.number == rounds:
                break
            if run.table.state.felt.number and run.leaving.random() < CHANGES:
                run.make(_another_player(run))
            run.make(Move(DEALER, house=BEGIN))
        elif isinstance(run.table.round.pending, Draw):
            run.enter_card()
        else:
            run.make(_some_move(run, source, faults))
    return run


def _some_move(run: Run, source: random.Random, faults: float) -> Move:
    table = run.table
    assert table.round is not None
    asked = table.round.pending
    if run.game.irregularities and source.random() < (faults / 8 if isinstance(asked, Window) else faults):
        return _some_report(run, source)
    if table.play.correctable is not None and source.random() < faults / 8:
        return Move(DEALER, command_of(KEY, do="correct"))
    if isinstance(asked, Window):
        if run.leaving.random() < CHANGES / 10:
            return _another_player(run)
        if move := _some_wager(run, asked, source):
            return move
        if table.state.filing.settings.dealer == "automatic":
            return Move(DEALER, house=CLOSE)
        return Move(DEALER, command_of(KEY, do="no_more_bets"))
    return spoken(run, random_play.elect(source.choice(table.round.elections()), _pick(source)))


def _another_player(run: Run) -> Move:
    """Somebody leaves who has no further box, and somebody else takes the seat."""
    held = {holder for _, holder in run.plan.boxes}
    seats = [seat for seat, _ in run.plan.racks if seat not in held]
    return Move(FLOOR, house=f"{HANDS} {run.leaving.choice(seats or [run.plan.racks[0][0]])}")


def _pick(source: random.Random) -> random_play.Pick:
    return lambda n: source.randrange(n) if n > 0 else 0


def _some_wager(run: Run, window: Window, source: random.Random) -> Move | None:
    """Each seat lays one amount on some of what it is offered, what comes first above all; now and then it does more."""
    number, further = run.table.state.felt.number, run.game.wagers[2:]
    for seat in (*(seat for seat, _ in run.plan.racks), *(box for box, _ in run.plan.boxes)):
        offers = window.menu.offers(seat, run.table.state.seats.player(seat))
        for kind in run.game.wagers[:12]:
            some = [o for o in offers if (o.says, o.wager) == (WAGER, kind.name)]
            if not some or (number, seat, kind.name) in run.tried:
                continue
            run.tried.add((number, seat, kind.name))
            if source.random() < (0.4 if kind in further else 0.9):
                offer, usual = source.choice(some), 500 * (1 + (seat + number) % 2)
                amount = max(offer.least, min(usual, offer.most or usual))
                return spoken(run, Answer(seat, offer.says, offer.wager, offer.on, amount))
    if source.random() < 0.3:
        seat = source.choice(run.plan.racks)[0]
        player = run.table.state.seats.player(seat)
        if acts := [o for o in window.menu.offers(seat, player) if o.says != WAGER]:
            return spoken(run, random_play.tender(seat, source.choice(acts), _pick(source)))
    return None


def _some_report(run: Run, source: random.Random) -> Move:
    """An irregularity, mostly one that can happen now: reported, or only looked at."""
    play, seats = run.table.round, [seat for seat, _ in run.plan.racks]
    assert play is not None
    could = play.possible(range(1, run.table.rules.posted.seats + 1)) if source.random() < 0.5 else {}
    kind = source.choice([kind for kind in run.game.irregularities if kind.name in could] or run.game.irregularities)
    facts: dict[str, Any] = {fact: source.random() < 0.5 for fact in kind.facts}
    open_to = could.get(kind.name) or seats
    asked = [
        election.to for election in play.elections() if election.to in open_to
    ]  # what concerns these leads furthest
    reported = {"kind": kind.name, "seat": source.choice(asked or open_to), "facts": facts}
    if source.random() < 0.8:
        return Move(source.choice(STAFF), command_of(KEY, do="preview", report=reported))
    return Move(FLOOR, command_of(KEY, do="report", report=reported))


def spoken(run: Run, answer: Answer) -> Move:
    """An answer as the one who holds its seat sends it."""
    words = (str(answer.says), str(answer.wager), str(answer.on), answer.amount or None)
    message = said(*words, answer.cards, answer.hand, by=answer.by)
    return Move(run.holder(answer.by), command_of(KEY, answer=message))
