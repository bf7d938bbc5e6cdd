"""Chapter 623a: long play at random. State, record and ledger must tell the same story."""

import random

import pytest

from pitboss.chapters.ch623a_craps import CRAPS, MINI_CRAPS, example, mini_example
from pitboss.chapters.ch623a_craps.rules import Calls, Collection, ComeOdds, LayBets, MiniRules, Rules
from pitboss.chapters.ch623a_craps.table import Table
from pitboss.chapters.ch623a_craps.wagers import LINE
from pitboss.drivers.round import Round
from pitboss.events import Charged, Event, Moved, Refunded, Settlement, Wagered, Withdrawn
from pitboss.game import Game, RoundStart
from pitboss.ledger import LAYOUT, Ledger
from pitboss.money import Breakage
from pitboss.procedure import Answer, Draw, Refused, Window
from pitboss.testkit.random_play import tender
from pitboss.wagers import close_betting

SUBMISSIONS: list[tuple[Game, Rules]] = [
    (CRAPS, example()),
    (MINI_CRAPS, mini_example()),
    (CRAPS, Rules(buy_bets=True, lay_bets=LayBets.IN_LIEU, vigorish_collected=Collection.AT_WAGER, fire_bet=True,
    odds_multiple=10)),
    (CRAPS, Rules(not_offered=("whirl_bet", "horn_high_bet", "pass_bet"), winning_wagers_stay_up=False,
    dont_bets_again_on_12=True)),
    (CRAPS, Rules(breakage=Breakage.REFUSE, buy_bets=True, lay_bets=LayBets.IN_ADDITION, fire_bet=True, fire_bet_paid_at_six=True)),
    (MINI_CRAPS, MiniRules(calls_last=Calls.ONE_ROLL, come_odds_on_come_out=ComeOdds.LIVE, odds_multiple=3, buy_bets=True)),
]  # fmt: skip
WagerStatus = dict[tuple[int, str, str, int], int]


def fold(up: WagerStatus, events: list[Event]) -> None:
    """What stands, from events alone."""
    for event in events:
        if isinstance(event, Wagered | Withdrawn):
            key = (event.seat, event.wager, event.on, event.hand)
            up[key] = up.get(key, 0) + (event.amount if isinstance(event, Wagered) else -event.amount)
        elif isinstance(event, Moved):
            assert up.pop((event.seat, event.wager, event.on, 0)) == event.amount
            assert (event.seat, event.wager, event.to, 0) not in up
            up[event.seat, event.wager, event.to, 0] = event.amount
            continue
        elif isinstance(event, Settlement):
            key = (event.seat, event.wager, event.on, event.hand)
            assert up[key] == event.stake, event
            if not event.stays:
                up[key] = 0
        else:
            continue
        if not up[key]:
            del up[key]


def on_the_layout(table: Table) -> WagerStatus:
    return {(w.seat, w.kind, w.on, w.hand): w.amount for w in table.wagers()}


def bet(play: Round, source: random.Random) -> list[Event]:
    """One random offer of a random seat, as offered."""
    assert isinstance(play.pending, Window)
    seat = source.randint(1, 4)
    offers = play.pending.menu.offers(seat)
    if not offers:
        return []
    # every kind of act is as likely as the next, though there are far more spots than acts
    says = source.choice(sorted({offer.says for offer in offers}))
    offer = source.choice([offer for offer in offers if offer.says == says])
    return play.answer(tender(seat, offer, lambda n: source.randrange(n) if n > 0 else 0))


def closed(play: Round, source: random.Random) -> list[Event]:
    """Betting closes; where the dice wait for a line bet (623a.8(a)), someone makes one first."""
    try:
        return play.answer(close_betting())
    except Refused as refusal:
        assert refusal.cite == "623a.8(a)"
    assert isinstance(play.pending, Window)
    seat = source.randint(1, 4)
    lines = [offer for offer in play.pending.menu.offers(seat) if offer.says == "wager" and offer.wager in LINE]
    made = play.answer(tender(seat, source.choice(lines), lambda n: source.randrange(n) if n > 0 else 0))
    return [*made, *play.answer(close_betting())]


@pytest.mark.parametrize("throws", [150, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("n", range(len(SUBMISSIONS)))
def test_state_record_and_ledger_agree_throw_after_throw(n: int, throws: int) -> None:
    """What is up by the events is what is up in the state, and the chips on the layout are exactly these."""
    game, rules = SUBMISSIONS[n]
    source = random.Random(623 + n)
    state, ledger = game.open(rules), Ledger()
    up: WagerStatus = {}
    said: set[str] = set()
    prepaid = 0
    for number in range(1, throws):
        play = Round(game, rules, state, RoundStart(number))
        events = list(play.events)
        for _ in range(source.randint(0, 8)):
            events += bet(play, source)
        while not play.closed:
            if isinstance(play.pending, Window):
                events += closed(play, source)
            elif isinstance(play.pending, Draw):
                events += play.answer(Answer("chance", f"{source.randint(1, 6)} {source.randint(1, 6)}"))
            else:
                (asked,) = play.elections()
                events += play.answer(asked.options[0].answer(asked.to))
        said |= {moment.says for moment in play.history if isinstance(moment, Answer)}
        state = play.result
        fold(up, events)
        ledger.fold(events)
        ledger.check()
        assert up == on_the_layout(state)
        assert ledger.balance(LAYOUT) == sum(up.values())
        prepaid += sum(e.amount for e in events if isinstance(e, Charged)) - sum(
            e.amount for e in events if isinstance(e, Refunded)
        )
        prepaid -= sum(e.vigorish for e in events if isinstance(e, Settlement) and e.prepaid)
        due = sum(rules.vigorish(kind, on, amount) for (_, kind, on, _), amount in up.items()) if rules.prepaid else 0
        assert prepaid == due  # what was charged and not yet used is exactly what the standing wagers carry
    assert {"wager", "remove", "reduce", "increase", "called_on", "accept_dice", "reject_dice", "pass_dice"} <= said


def test_everything_not_offered_is_refused() -> None:
    """Of every word with every wager on every spot, just those offered are accepted, throw after throw."""
    rules, source = CRAPS.example(), random.Random(7)
    state = CRAPS.open(rules)
    words = (
        "wager",
        "remove",
        "reduce",
        "increase",
        "called_on",
        "called_off",
        "pass_dice",
        "decline_line_bet",
        "accept_dice",
        "reject_dice",
    )
    for number in range(1, 12):
        play = Round(CRAPS, rules, state, RoundStart(number))
        for _ in range(6):
            bet(play, source)
        for seat in (1, 2):
            _exactly_offered(play, seat, words)
        while not play.closed:
            if isinstance(play.pending, Window):
                closed(play, source)
            elif isinstance(play.pending, Draw):
                play.answer(Answer("chance", f"{source.randint(1, 6)} {source.randint(1, 6)}"))
            else:
                (asked,) = play.elections()
                play.answer(asked.options[0].answer(asked.to))
        state = play.result


def _exactly_offered(play: Round, seat: int, words: tuple[str, ...]) -> None:
    assert isinstance(play.pending, Window)
    menu = play.pending.menu
    offers = {(offer.says, offer.wager, offer.on): offer for offer in menu.offers(seat)}
    spots = [
        ("", ""),
        *((kind.name, on) for kind in CRAPS.wagers for on in ("", "2", "3", "4", "6", "7", "10", "11", "12")),
    ]
    for says in words:
        for wager, on in spots if says in words[:6] else [("", "")]:
            offer = offers.get((says, wager, on))
            amounts = (
                [500, 100]
                if offer is None
                else [offer.least, *([] if offer.most is None else [offer.most // offer.step * offer.step])]
            )
            for amount in amounts if says in words[:4] else [0]:
                try:
                    menu.check(Answer(seat, says, wager, on, amount))
                    accepted = True
                except Refused as refusal:
                    accepted = False
                    assert refusal.cite
                assert accepted is (offer is not None), (says, wager, on, amount)
