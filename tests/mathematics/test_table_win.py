"""What a table won, held against chance: every game's wagers accounted for, honest play quiet, planted faults named."""

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters.ch617a_roulette.rules import Rules
from pitboss.drivers.round import Round
from pitboss.events import Collected, Paid, Returned, RoundVoided, Settlement
from pitboss.game import RoundStart
from pitboss.mathematics.kit.edge import edges_for, variants
from pitboss.mathematics.kit.every_edge import edges_kept
from pitboss.mathematics.kit.table_win import (
    BANKED,
    CHOSEN_MOMENT,
    EVERY_WAGER,
    METER,
    OVERLAPPING,
    TOGETHER,
    UNKNOWN,
    Expectations,
    OutsideLine,
    SettledRound,
    TableWin,
    WinLine,
    alarm_words,
    alarms,
    false_alarm_rate,
    stake_groups,
    table_win,
    win_of,
)
from pitboss.mathematics.kit.tails import BOUND, distribution
from pitboss.mathematics.kit.together import together_for
from pitboss.testkit.random_play import play_out

DRAWN = ("roulette", "big-six-wheel", "sic-bo", "baccarat", "minibaccarat", "midibaccarat")
CHIPS = (500, 1_000, 2_500, 5_000)


@cache
def known_of(name: str) -> Expectations:
    game = catalogue.game(name)
    return Expectations(game, game.example(), edges_kept(game, game.example()))


@cache
def random_rounds(name: str, count: int = 60, seed: int = 5) -> tuple[SettledRound, ...]:
    """Rounds of the engine with random wagers and answers."""
    game, pick, made = catalogue.game(name), random.Random(seed), []
    rules = game.example()
    state = game.open(rules)
    for number in range(1, count + 1):
        play = Round(game, rules, state, RoundStart(number))
        choose: Callable[[int], int] = lambda n: pick.randrange(n) if n > 0 else 0  # noqa: E731
        events = play_out(play, choose, seats=rules.posted.seats, wagers=pick.randrange(8))
        state = play.result
        if not any(isinstance(event, RoundVoided) for event in events):
            made.append(SettledRound(number, tuple(event for event in events if isinstance(event, Settlement))))
    return tuple(made)


# --- what is known


@pytest.mark.parametrize("name", DRAWN)
def test_one_draw_has_the_distribution_of_every_wager(name: str) -> None:
    """Under all that may be filed, the nets of each spot are those of its edge, at a stake on which nothing is rounded."""
    game, stake = catalogue.game(name), 60_000
    for rules in variants(game):
        together = together_for(game, rules)
        assert together is not None
        whole, tried = sum(together.weights), 0
        for edge in edges_for(game, rules):
            for spot in together.results:
                if spot[0] == edge.wager and edge.on in ("", spot[1]):
                    chances: dict[Fraction, Fraction] = {}
                    for net, weight in zip(together.nets(spot, stake), together.weights, strict=True):
                        chances[Fraction(net, stake)] = chances.get(Fraction(net, stake), Fraction(0)) + Fraction(
                            weight, whole
                        )
                    expected: dict[Fraction, Fraction] = {}
                    for one in edge.outcomes:
                        expected[one.net] = expected.get(one.net, Fraction(0)) + one.probability
                    assert chances == expected, spot
                    tried += 1
        assert tried == len(together.results)


@pytest.mark.parametrize("name", catalogue.games())
def test_every_settlement_is_in_a_line_or_outside_with_a_reason(name: str) -> None:
    """Nothing is lost, nothing counted twice; and every wager of the engine was paid as one of the outcomes of its line."""
    rounds, found = random_rounds(name), table_win(known_of(name), random_rounds(name))
    events = [event for played in rounds for event in played.settlements]
    every: list[WinLine | OutsideLine] = [*found.lines, *found.outside]
    assert sum(line.wagers for line in every) == len(events)
    assert found.win == sum(map(win_of, events))
    assert sum(line.handle for line in every) == sum(event.stake for event in events)
    assert found.lines
    assert all(not line.impossible for line in found.lines)
    assert all(line.reason for line in found.outside)
    groups = stake_groups(rounds)
    assert (sum(one.count for one in groups), sum(one.win for one in groups)) == (len(events), found.win)
    for line in found.lines:
        assert line.low <= line.least
        assert line.most <= line.high
        assert line.rounds


COMES = ("come_bet", "dont_come_bet", "supplemental_come_bet", "supplemental_dont_come_bet")


def test_what_is_outside_is_named() -> None:
    """The wagers of the example rules of which nothing can be said, in every game, and why."""
    found = {name: known_of(name).outside for name in catalogue.games()}
    assert {name: reasons for name, reasons in found.items() if reasons} == {
        "craps": dict.fromkeys(COMES, OVERLAPPING),
        "mini-craps": dict.fromkeys(COMES, OVERLAPPING),
        "blackjack": {"insurance": CHOSEN_MOMENT},
        "pai-gow-poker": {"progressive_payout": METER},
        "six-card-fortune-pai-gow-poker": {"double_down": CHOSEN_MOMENT, "progressive_payout": METER},
        "dj-wild-stud-poker": {"progressive_bonus": METER},
        "face-up-pai-gow-poker": {"progressive_payout": METER},
    }


def test_games_with_decisions_have_a_band_of_the_strategies_that_are_known() -> None:
    """The best play first; what is added by elections belongs to the main wager."""
    way = ("optimal", "house way")
    bands = {
        name: {wager: tuple(edge.strategy for edge in edges) for wager, edges in known_of(name).decided.items()}
        for name in catalogue.games()
        if known_of(name).decided
    }
    assert bands == {
        "pai-gow": {"pai_gow": way},
        "blackjack": {"blackjack": ("optimal", "basic")},
        "pai-gow-poker": {"pai_gow_poker": way},
        "casino-war": {"initial": ("optimal", "always surrender")},
        "six-card-fortune-pai-gow-poker": {"six_card_fortune_pai_gow_poker": way},
        "go-fore-it": {"front_9": ("optimal",)},
        "over-under": {"ante": ("optimal",)},
        "dj-wild-stud-poker": {"ante": ("optimal",), "two_way_bad_beat_bonus": ("optimal",)},
        "face-up-pai-gow-poker": {"face_up_pai_gow_poker": way},
    }
    assert known_of("blackjack").main == dict.fromkeys(("blackjack", "double_down", "split_pairs"), "blackjack")
    assert known_of("casino-war").main == {"initial": "initial", "war": "initial"}
    assert known_of("over-under").main == dict.fromkeys(("ante", "over_23", "under_18"), "ante")


def test_what_a_player_adds_belongs_to_the_main_wager() -> None:
    """A hand that was split and doubled is one observation, per unit of the first wager."""
    events = (
        Collected(2, "blackjack", "", 500, 0, cite=""),
        Collected(2, "double_down", "", 500, 0, cite=""),
        Paid(2, "split_pairs", "", 500, 1_000, hand=1, cite=""),
    )
    line = table_win(known_of("blackjack"), [SettledRound(1, events)]).lines[0]
    assert (line.wager, line.wagers, line.handle, line.win) == ("blackjack", 3, 1_500, 500)
    assert line.least == pytest.approx(500 * 0.0033, abs=0.1)


def test_a_round_that_a_player_banked_is_outside() -> None:
    found = table_win(known_of("pai-gow"), random_rounds("pai-gow", 120, 3))
    assert {line.reason for line in found.outside} == {BANKED}
    assert {"bank", "co_bank"} <= {line.wager for line in found.outside}


def test_awards_for_others_hands_are_outside() -> None:
    found = table_win(known_of("pai-gow-poker"), random_rounds("pai-gow-poker", 150, 5))
    envy = [line for line in found.outside if line.wager.endswith("_envy")]
    assert envy
    assert {line.reason for line in envy} == {UNKNOWN}


# --- one round, exactly


def test_wagers_of_one_spin_are_added_up_exactly() -> None:
    """Red, black, a dozen and a number on one spin: what the house wins on each of 38 compartments."""
    known, rules = known_of("roulette"), Rules()
    dozen = next(spot for spot in rules.covers if spot[0] == "dozen")
    stakes = ((("black", ""), 1_000), (dozen, 500), (("red", ""), 1_000), (("straight", "0"), 100))
    found = distribution(known.groups(("", ""), {stakes: 1}))
    by_hand: dict[int, Fraction] = {}
    for pocket in rules.device.order:
        win = 100 + 500 + 2_000
        win -= 3_600 if pocket == "0" else 0
        win -= 1_500 if pocket in rules.covers[dozen] else 0
        win -= 2_000 if pocket in rules.covers["red", ""] or pocket in rules.covers["black", ""] else 0
        by_hand[win] = by_hand.get(win, Fraction(0)) + Fraction(1, 38)
    assert found == dict(sorted(by_hand.items()))


# --- honest play and planted faults


def settled(spot: tuple[str, str], stake: int, net: int, seat: int = 1) -> Settlement:
    kind = Paid if net > 0 else Returned if net == 0 else Collected
    return kind(seat, *spot, stake, stake + net, cite="")


def drawn_shift(
    name: str, spots: list[tuple[str, str]], rounds: int, pick: random.Random, fault: float = 0.0
) -> list[SettledRound]:
    """Rounds by the exact draw, one wager on the first spot; a loser there is paid as a winner in ``fault`` of its rounds. In every
    third round there are two other wagers, and no fault, so that nothing shows that cannot be: the fault is in the others."""
    together, made = known_of(name).together, []
    for number in range(1, rounds + 1):
        drawn = pick.choices(range(len(together.weights)), together.weights)[0]
        placed = [spots[0]] if number % 3 else [spots[0], *pick.sample(spots[1:], 2)]
        events = []
        for seat, spot in enumerate(placed, 1):
            stake = pick.choice(CHIPS)
            nets = together.nets(spot, stake)
            faulty = len(placed) == 1 and nets[drawn] < 0 and pick.random() < 1.5 * fault
            events.append(settled(spot, stake, max(nets) if faulty else nets[drawn], seat))
        made.append(SettledRound(number, tuple(events)))
    return made


def dice_shift(rounds: int, pick: random.Random, fault: float = 0.0) -> list[SettledRound]:
    """Place Bets on 6 and 8 that stay up, and the Field: a seven decides both at once, a six or an eight one of them."""
    made = []
    for number in range(1, rounds + 1):
        total, stake = pick.randint(1, 6) + pick.randint(1, 6), 600
        events = []
        for on in ("6", "8"):
            if total in (7, int(on)):
                won = total != 7 or (on == "6" and pick.random() < fault)
                events.append(settled(("place_bet_to_win", on), stake, 700 if won else -stake))
        field = {2: 2, 12: 2}.get(total, 1 if total in (3, 4, 9, 10, 11) else -1)
        events.append(settled(("field_bet", ""), 500, 500 * field))
        made.append(SettledRound(number, tuple(events)))
    return made


def card_shift(name: str, strategy: str, rounds: int, pick: random.Random, fault: float = 0.0) -> list[SettledRound]:
    """Rounds of one player by a strategy's own distribution; a loser is paid even money in ``fault`` of its rounds."""
    known, made = known_of(name), []
    (wager, edges), *_ = known.decided.items()
    edge = next(edge for edge in edges if edge.strategy == strategy)
    chances = [float(one.probability) for one in edge.outcomes]
    for number in range(1, rounds + 1):
        stake = pick.choice(CHIPS)
        net = int(pick.choices(edge.outcomes, chances)[0].net * stake)
        net = stake if net < 0 and pick.random() < fault else net
        made.append(SettledRound(number, (settled((wager, ""), stake, net),)))
    return made


ROULETTE = [("red", ""), ("straight", "17"), ("straight", "23")]
COUPS = [("players_hand", ""), ("bankers_hand", ""), ("tie", "")]
SHIFTS: dict[str, tuple[str, Callable[[random.Random, float], list[SettledRound]]]] = {
    "roulette": ("roulette", lambda pick, fault: drawn_shift("roulette", ROULETTE, 600, pick, fault)),
    "baccarat": ("baccarat", lambda pick, fault: drawn_shift("baccarat", COUPS, 600, pick, fault)),
    "craps": ("craps", lambda pick, fault: dice_shift(1_500, pick, fault)),
    "best blackjack": ("blackjack", lambda pick, fault: card_shift("blackjack", "optimal", 800, pick, fault)),
    "best pai gow": ("pai-gow", lambda pick, fault: card_shift("pai-gow", "optimal", 800, pick, fault)),
    "pai gow the house way": ("pai-gow", lambda pick, fault: card_shift("pai-gow", "house way", 800, pick, fault)),
}
TRIALS, MANY_TRIALS = 30, 150


def wins_of(name: str, fault: float, trials: int) -> Iterator[TableWin]:
    game, play = SHIFTS[name]
    for trial in range(trials):
        yield table_win(known_of(game), play(random.Random(f"{name} {trial} {fault}"), fault))


@pytest.mark.parametrize("trials", [TRIALS, pytest.param(MANY_TRIALS, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", SHIFTS)
def test_honest_play_raises_no_more_alarms_than_is_said(name: str, trials: int) -> None:
    """At a rate of one in ten, so that there is something to count; four deviations are allowed."""
    rate = 0.1
    raised = sum(bool(alarms({"T": [found]}, rate)) for found in wins_of(name, 0.0, trials))
    assert raised <= rate * trials + 4 * math.sqrt(rate * trials)


@pytest.mark.parametrize(
    ("name", "wager"),
    [
        ("roulette", "red"),
        ("baccarat", "players_hand"),
        ("craps", "place_bet_to_win 6"),
        ("best blackjack", "blackjack"),
        ("best pai gow", "pai_gow"),
    ],
)
def test_a_loser_paid_at_filed_odds_in_three_of_ten_rounds_is_found_and_named(name: str, wager: str) -> None:
    """At one false alarm a month for fifty tables. Every payment is as filed: no paytable shows it."""
    rate, found = false_alarm_rate(), 0
    for won in wins_of(name, 0.3, 40):
        raised = alarms({"T": [won]}, rate)
        found += any(alarm.wager == wager for alarm in raised)
        assert all(not line.impossible for line in won.lines)
        assert all(alarm.wager in (wager, EVERY_WAGER) for alarm in raised)
        assert all(alarm.rounds and "less for the house than is to be expected" in alarm.words for alarm in raised)
    assert found >= 36


def test_the_rate_of_one_table_and_shift_is_stated() -> None:
    assert false_alarm_rate() * 50 * 3 * 365 == pytest.approx(12.0)
    assert false_alarm_rate(200, 2.0) * 200 * 3 * 365 == pytest.approx(2.0)


def test_players_of_one_table_taken_for_independent_would_raise_false_alarms() -> None:
    """Control: seven players on red, each as a round of their own: far more alarms than is said; as they are, none too many."""
    known, rate, apart, as_they_are = known_of("roulette"), 0.05, 0, 0
    for trial in range(100):
        pick, rounds = random.Random(trial), []
        for number in range(1, 201):
            net = 500 if pick.random() < 18 / 38 else -500
            rounds.append(SettledRound(number, tuple(settled(("red", ""), 500, net, seat) for seat in range(1, 8))))
        as_they_are += bool(alarms({"T": [table_win(known, rounds)]}, rate))
        split = [SettledRound(7 * one.number + event.seat, (event,)) for one in rounds for event in one.settlements]
        apart += bool(alarms({"T": [table_win(known, split)]}, rate))
    assert as_they_are <= 5 + 4 * math.sqrt(5)
    assert apart > 20


def test_players_with_cards_of_their_own_are_held_against_a_bound() -> None:
    """How the hands of one round hang together is not worked out: it is said, and the bound is above what each alone would have."""
    known = known_of("blackjack")
    one = [SettledRound(n, (settled(("lucky_ladies", ""), 500, -500, 1),)) for n in range(1, 60)]
    two = [
        SettledRound(n, (settled(("lucky_ladies", ""), 500, -500, 1), settled(("lucky_ladies", ""), 500, -500, 2)))
        for n in range(1, 60)
    ]
    alone, both = table_win(known, one).lines[0], table_win(known, two).lines[0]
    assert alone.method != BOUND
    assert both.method == BOUND
    assert TOGETHER in both.words
    assert both.upper >= alone.upper


def test_worse_play_is_no_alarm_and_the_band_says_so() -> None:
    """Every hand lost: less than by any play is impossible, more is no alarm."""
    rounds = [SettledRound(n, (settled(("pai_gow", ""), 2_000, -2_000),)) for n in range(1, 200)]
    found = table_win(known_of("pai-gow"), rounds)
    line = found.lines[0]
    assert line.upper < 1e-20
    assert line.chance == line.lower > 0.99
    assert not alarms({"T": [found]}, 0.5)
    assert line.least < line.most
    assert "Players decide" in line.words
    assert "house way" in line.words


def test_whatever_the_players_do_has_a_bound_of_its_own() -> None:
    """It is never below the tail of a strategy that is known, and finds a table that always loses."""
    honest = table_win(known_of("pai-gow"), card_shift("pai-gow", "optimal", 300, random.Random(2))).lines[0]
    assert honest.any_play is not None
    assert honest.any_play >= honest.lower
    lost = [SettledRound(n, (settled(("pai_gow", ""), 2_000, 1_900),)) for n in range(1, 100)]
    broken = table_win(known_of("pai-gow"), lost).lines[0]
    assert broken.any_play is not None
    assert broken.lower <= broken.any_play < 1e-20


def test_a_payment_that_no_outcome_has_is_an_alarm() -> None:
    rounds = [SettledRound(7, (settled(("red", ""), 500, 505),)), SettledRound(8, (settled(("red", ""), 500, 500),))]
    found = table_win(known_of("roulette"), rounds)
    assert found.lines[0].impossible == (7,)
    (alarm,) = alarms({"RL-1": [found]}, false_alarm_rate())
    assert (alarm.wager, alarm.chance, alarm.rounds) == ("red", 0.0, (7,))
    assert alarm.words == "RL-1, red: no outcome pays as was paid in 1 rounds (7)."


def test_a_loser_paid_beside_another_wager_cannot_be() -> None:
    """Red and black cannot both win, whatever was filed: one round is enough. Each of them alone, it is chance."""
    red, black = settled(("red", ""), 500, 500), settled(("black", ""), 500, 500)
    found = table_win(known_of("roulette"), [SettledRound(7, (red, black))])
    assert found.whole is not None
    assert found.whole.impossible == (7,)
    assert [alarm.wager for alarm in alarms({"T": [found]}, false_alarm_rate())] == [EVERY_WAGER]
    apart = table_win(known_of("roulette"), [SettledRound(7, (red,)), SettledRound(8, (black,))])
    assert not alarms({"T": [apart]}, false_alarm_rate())


def test_stakes_that_differ_hide_how_often_a_wager_wins() -> None:
    """A fault on small wagers, beside few large ones that are honest: the money says nothing, the count of wins does."""
    small = [SettledRound(n, (settled(("red", ""), 500, 500 if n % 3 else -500),)) for n in range(1, 301)]
    large = [
        SettledRound(300 + n, (settled(("red", ""), 100_000, 100_000 if n % 2 else -100_000),)) for n in range(1, 41)
    ]
    line = table_win(known_of("roulette"), small + large).lines[0]
    assert min(line.lower, line.upper) > 0.01
    assert line.even < 1e-7
    assert line.chance == 2 * line.even
    assert "every wager counted the same" in alarm_words("T", line)


def test_words_of_an_alarm_say_what_how_much_and_how_rare() -> None:
    won = [SettledRound(n, (settled(("red", ""), 500, 500),)) for n in range(1, 41)]
    line = table_win(known_of("roulette"), won).lines[0]
    words = alarm_words("RL-1", line)
    assert words.startswith("RL-1, red: in 40 rounds $200.00 was wagered and $200.00 lost, $210.53 less for the house")
    quiet = msgspec.structs.replace(line, chance=0.5)
    assert "one of 2 such shifts" in alarm_words("RL-1", quiet)
