"""Play is watched against theory: every settlement against the filed paytable, every day against chance; beside play."""

import asyncio
import random
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import catalogue
from pitboss.chapters import ch617a_roulette
from pitboss.drivers.round import Round
from pitboss.events import Paid, Settlement
from pitboss.game import RoundStart
from pitboss.house.founding import Plan
from pitboss.house.people.demonstration import credential_of
from pitboss.house.people.entries import PlayAlarm
from pitboss.house.people.register import HOUSE_JOURNAL
from pitboss.house.records.theory import Day, Settled, Theory, WagerDistribution, limit, rounds_needed
from pitboss.house.wire.pit import PitConsole
from pitboss.mathematics.kit.edge import edges_for
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.random_play import play_out
from soak.theory import false_alarms, found, main_bets, volumes
from tests.house.desk import Desk, run
from tests.house.live import PRACTICE, Live
from tests.house.test_own_limits import Player

QUICK = ("roulette", "big-six-wheel", "sic-bo", "craps", "baccarat", "minibaccarat", "casino-war", "over-under")


def be_generous(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let roulette pay five cents more than is filed."""
    module = ch617a_roulette.rules
    won = module.won  # type: ignore[attr-defined]

    def generous(*given: Any, **named: Any) -> Paid:
        made: Paid = won(*given, **named)
        return msgspec.structs.replace(made, returned=made.returned + 5)

    monkeypatch.setattr(module, "won", generous)


def settled(game: Any, rounds: int, seed: int, rules: Any = None) -> list[list[Settled]]:
    """Random rounds of the engine, as rows of the index."""
    pick, rules = random.Random(seed), rules or game.example()
    state, made = game.open(rules), []
    for number in range(1, rounds + 1):
        play = Round(game, rules, state, RoundStart(number))
        choose = lambda n: pick.randrange(n) if n > 0 else 0  # noqa: E731
        events = play_out(play, choose, seats=rules.posted.seats, wagers=pick.randrange(8))
        state = play.result
        rows = [
            Settled("T", number, "s", e.wager, e.on, e.stake, e.returned, e.vigorish, e.odds)
            for e in events
            if isinstance(e, Settlement)
        ]
        if rows:
            made.append(rows)
    return made


@pytest.mark.parametrize("name", catalogue.games())
def test_what_every_game_pays_is_what_is_filed(name: str) -> None:
    """No alarm in random play of any game; and nearly every settlement can be held against the paytable."""
    game = catalogue.game(name)
    edges = edges_for(game, game.example()) if name in QUICK else []
    theory, day = Theory(game, game.example(), edges), Day("2026-11-17")
    for rows in settled(game, 60, 3):
        day.take(rows, theory)
    assert not day.alarms
    assert day.checked > 50
    assert day.unchecked <= day.checked // 5


CHIPS = {"unit": "25.00", "breakage": "down_to_chip"}


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("craps", CHIPS),
        ("blackjack", {**CHIPS, "split_aces": "draw", "royal_match_21": True}),
        ("dj-wild-stud-poker", {"progressive_bonus": True, "progressive_rate": "20", "progressive_stake_back": False}),
        ("face-up-pai-gow-poker", {"progressive_payout": True, "progressive_payout_paytable": "4"}),
    ],
)
def test_what_is_lawful_and_unusual_is_no_alarm(name: str, choices: dict[str, Any]) -> None:
    """I-GEN-06, I-687a-13, 688a.12(d): payouts down to a chip of $25, awards without the stake, sums besides the stake."""
    game = catalogue.game(name)
    rules = submit(game.rules, choices)
    theory, day = Theory(game, rules, []), Day("2026-11-17")
    for rows in settled(game, 80, 5, rules):
        day.take(rows, theory)
    assert not day.alarms
    assert day.checked > 50


@pytest.mark.parametrize(
    ("choices", "due", "less"), [({"breakage": "down_to_cent"}, 1_083, 1_082), ({**CHIPS, "unit": "5.00"}, 1_000, 583)]
)
def test_breakage_is_no_more_than_filed(choices: dict[str, str], due: int, less: int) -> None:
    """Control: of 7 to 6 on $5, which is $5.83⅓, a cent less is found; with chips of $5, a chip less."""
    game = catalogue.game("craps")
    theory = Theory(game, submit(game.rules, choices), [])
    place = Settled("T", 1, "s", "place_bet_to_win", "6", 500, due, 0, "7 to 6")
    assert theory.paytable.fault(place) == ""
    assert theory.paytable.fault(msgspec.structs.replace(place, returned=less))


def test_rounding_as_filed_is_no_chance() -> None:
    """Small wagers that lose to breakage, just as many won as is likely: what is expected is less by as much."""
    game = catalogue.game("craps")
    rules = submit(game.rules, CHIPS)
    theory, day = Theory(game, rules, edges_for(game, rules)), Day("d")
    for number in range(5_000):  # two of five are won: $25 at 7 to 5 is $35, of which one chip is paid
        won = number % 5 < 2
        row = "place_bet_to_win", "5", 2_500, 5_000 if won else 0, 0, "7 to 5" if won else ""
        day.take([Settled("T", number, "s", *row)], theory)
    assert not day.alarms
    line = day.lines()[0]
    assert (line.paid, line.expected) == (-2_500_000, -2_500_000)


def test_vigorish_that_is_rounded_up_is_no_chance() -> None:
    """I-GEN-05: 25 cents on a dollar that was won, of which five are the rate."""
    game = catalogue.game("minibaccarat")
    theory = Theory(game, submit(game.rules, {"vigorish_rounding": "next_25_cents"}), [])
    assert theory.paytable.rounding(Settled("T", 1, "s", "bankers_hand", "", 100, 200, 25, "1 to 1")) == -20


@pytest.mark.parametrize("name", catalogue.games())
def test_a_payment_that_is_not_filed_is_found_at_once(name: str) -> None:
    """Control: in every game each kind of wager that was won, paid 1 % too much or too little, or at odds of another line."""
    game = catalogue.game(name)
    theory = Theory(game, game.example(), [])
    seen = set()
    for rows in settled(game, 60, 3):
        for row in rows:
            if row.returned <= row.stake or " " not in row.odds or row.wager in seen:
                continue
            seen.add(row.wager)
            more = max(1, row.stake // 100)
            for broken in (
                msgspec.structs.replace(row, returned=row.returned + more),
                msgspec.structs.replace(row, returned=row.returned - more),
                msgspec.structs.replace(row, odds="37 to 1", returned=38 * row.stake)
                if game.example().spots.get((row.wager, row.on)) and theory.paytable._odds.get(row.wager)
                else msgspec.structs.replace(row, returned=row.returned + 7 * row.stake + 3),
            ):
                day = Day("2026-11-17")
                day.take([broken], theory)
                assert [alarm.kind for alarm in day.alarms] == ["paytable"], broken
    assert seen


def test_a_loser_is_not_handed_back_a_part() -> None:
    game = catalogue.game("roulette")
    theory, day = Theory(game, game.example(), []), Day("d")
    day.take([Settled("T", 1, "s", "red", "", 1_000, 500, 0, "")], theory)  # as a surrender is
    assert not day.alarms
    day.take([Settled("T", 2, "s", "red", "", 1_000, 400, 0, "")], theory)
    assert "handed back" in day.alarms[0].words


# --- chance


def test_false_alarms_are_bounded() -> None:
    """Six days of fifty tables; a year in ``python -m soak theory``. The bound: one false alarm a year for all of them."""
    alarms, sums = false_alarms(6)
    assert sums == 6 * 10 * len(main_bets())
    assert alarms == 0
    assert limit(10) * 10 * 2 * 50 * 365 == pytest.approx(1.0)


def test_the_sums_are_a_martingale_exactly() -> None:
    """Over every outcome of a round, whatever is staked on what, the sums are expected to stay where they are, or less where
    wagers of one round hang together."""
    for _, _, figure, _ in main_bets():
        for rate, mean in zip(figure.rates, figure.means, strict=True):
            assert sum(
                chance * 2.718281828459045 ** (rate * net) for net, chance in figure.lines
            ) / mean == pytest.approx(1)


def test_a_fault_of_one_percent_is_found_at_the_volume_that_is_said() -> None:
    """Every main bet on two hundred days; and that volume is far beyond a real table's."""
    for _, wager, figure, wagers in main_bets():
        assert found(figure, wagers, 200) >= 194, wager
    pass_bet = next(one for one in main_bets() if one[1] == "pass_bet")
    assert 500_000 < rounds_needed(pass_bet[2], pass_bet[3]) < 1_000_000
    assert all(volume.needed > 100 * volume.real for volume in volumes()), "at a real table the paytable has to find it"


def test_a_large_fault_is_found_at_a_real_table() -> None:
    """Each second spin of a wheel that pays even money is won: found within minutes."""
    game = catalogue.game("roulette")
    theory, day = Theory(game, game.example(), edges_for(game, game.example())), Day("d")
    pick = random.Random(5)
    for number in range(1, 900):
        won = pick.random() < 0.65
        day.take([Settled("T", number, "s", "red", "", 500, 1_000 if won else 0, 0, "1 to 1" if won else "")], theory)
        if day.alarms:
            break
    assert number < 400
    assert {alarm.kind for alarm in day.alarms} == {"theory"}
    assert "standard deviations" in day.alarms[0].words


def test_wagers_of_one_round_hang_together() -> None:
    """Seven players on red are one observation: counted as seven, a fair wheel would be suspected."""
    figure = WagerDistribution([1.0, -1.0], [18 / 38, 20 / 38])
    game = catalogue.game("roulette")
    theory, day = Theory(game, game.example(), edges_for(game, game.example())), Day("d")
    one = Day("d")
    for number in range(1, 61):
        rows = [Settled("T", number, "s", "red", "", 500, 1_000, 0, "1 to 1") for _ in range(7)]
        if number % 2:
            rows = [msgspec.structs.replace(row, returned=0, odds="") for row in rows]
        day.take(rows, theory)
        one.take(rows[:1], theory)
    assert [line.chance for line in day.lines()] == pytest.approx([line.chance for line in one.lines()])
    assert figure.variance == pytest.approx(0.997, abs=0.001)


# --- in the house


def test_the_house_watches_beside_play_and_raises_the_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real rounds, the real index, the real process: nothing to say; then red pays 101 % of what is filed, and that is
    in the record, once."""

    async def work() -> None:
        async with Desk(tmp_path / "house.db", (Plan("RL", "roulette", "Roulette", PRACTICE),)) as desk:
            desk.folds = False  # the rules pay wrongly on purpose
            me = await Player(desk).sign_up()
            await me.sit("RL")

            async def rounds(count: int) -> None:
                for _ in range(count):
                    for on in ("red", "black"):
                        await me.bet("RL", 500, on)
                    await me.spin("RL")

            async def look() -> None:
                await asyncio.to_thread(desk.house.records.update)
                await desk.house.record.watch_play()

            await rounds(5)
            await look()
            latest = desk.house.record.watched
            assert not desk.house.register.alarms
            assert latest.checked == 10
            assert {line.wager for line in latest.lines} == {"red", "black"}
            assert {line.rounds for line in latest.lines} == {5}
            console = PitConsole(desk.house)
            (line,) = await console.tables(desk.house.register.person(credential_of(Role.PIT_MANAGER)))
            assert line.band is not None
            low, high = line.band
            assert low < 0 < high
            # Each of red and black loses 2/38 of its handle. What was won is in the band as it is, so that its middle is what was
            # to be expected; the spreads of the two, which hang together, are added.
            middle, away = (low + high) / 2, (high - low) / 2
            handles = [one.handle for one in latest.lines if one.table == "RL"]
            assert middle == pytest.approx(sum(handles) * 2 / 38, abs=2)
            spreads = (handle / 5 * sqrt(5 * (1 - (2 / 38) ** 2)) for handle in handles)
            assert away == pytest.approx(1.96 * sum(spreads), abs=3)
            be_generous(monkeypatch)
            await rounds(3)
            await look()
            await look()
            alarms = [one for _, one in desk.house.register.alarms]
            assert {(one.kind, one.table) for one in alarms} == {("paytable", "RL")}
            assert len(alarms) == len({one.wager for one in alarms})
            kinds = [entry.kind for entry in desk.house.store.entries(HOUSE_JOURNAL)]
            assert kinds.count("play_alarm") == len(alarms)

    run(work)


def test_alarms_are_seen_by_the_manager_and_the_board(tmp_path: Path) -> None:
    plans = (Plan("RL", "roulette", "Roulette", PRACTICE),)
    with Live(tmp_path / "house.db", plans) as live:
        alarm = PlayAlarm("paytable", "2026-11-17", "RL", "red", 7, "Round 7 of RL: something is wrong.")
        loop = live.house.meters.loop
        assert loop is not None
        asyncio.run_coroutine_threadsafe(live.house.register.enter(alarm), loop).result(30)
        assert live.get("/api/theory", live.cookie(Role.DEALER)).status_code == 403
        for role in (Role.MANAGER, Role.BOARD):
            seen = live.get("/api/theory", live.cookie(role)).json()
            assert [one["words"] for one in seen["alarms"]] == [alarm.words]
        pit = live.get("/api/pit", live.cookie(Role.MANAGER)).text
        assert alarm.words in pit
        told = live.post("/api/theory/alarms/1/seen", {"words": "a test"}, live.cookie(Role.MANAGER)).json()
        assert told["alarms"][0]["seen"].startswith("a test")
        assert alarm.words not in live.get("/api/pit", live.cookie(Role.MANAGER)).text
        assert live.post("/api/theory/alarms/2/seen", {"words": "x"}, live.cookie(Role.BOARD)).status_code == 404
