"""Players with names, in every game: a name changes nothing but who is meant, wherever its player is moved."""

import random
from typing import Any

import msgspec
import pytest

import pitboss
from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.environments.seat import SeatEnv
from pitboss.environments.table import TableEnv
from pitboss.events import Charged, Event, Refunded, Settlement, Wagered
from pitboss.game import Game, RoundStart, players_of
from pitboss.ledger import INVENTORY, LAYOUT, Ledger
from pitboss.procedure import Refused
from pitboss.testkit.random_play import Pick, play_out
from tests.house.lawful_tables import random_filing

GAMES = list(catalogue.games().values())
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ROUNDS, SEEDS = 4, 3


def rng(seed: int) -> Pick:
    source = random.Random(seed)
    return lambda n: source.randrange(n) if n > 0 else 0


def nameless(events: list[Event]) -> list[Event]:
    return [msgspec.structs.replace(e, player="") if isinstance(e, Wagered) else e for e in events]


def renamed(game: Game, seed: int, names: dict[int, str]) -> bool:
    """Whether rounds that are played at random tell the same once more with these names."""
    pick = rng(seed)
    rules = random_filing(game, rng(seed))
    seats = tuple(range(1, rules.posted.seats + 1))
    state = named_state = game.open(rules)
    for number in range(1, ROUNDS + 1):
        play = Round(game, rules, state, RoundStart(number, seated=seats))
        told = play_out(play, pick, seats=len(seats), wagers=pick(12))
        again = Round(game, rules, named_state, RoundStart(number, seated=seats, players=players_of(seats, names)))
        try:
            retold = [*again.events, *again.feed(play.history)]
        except Refused:
            return False
        if nameless(retold) != nameless(told):
            return False
        state, named_state = play.result, again.result
    return True


@by_game
def test_i_gen_43_a_name_for_each_seat_changes_nothing(game: Game) -> None:
    """One player a seat: rounds with names tell the same as without."""
    for seed in range(SEEDS):
        assert renamed(game, seed, {seat: f"p{100 - seat}" for seat in range(1, 33)}), seed


@by_game
def test_i_gen_43_every_wager_names_its_player(game: Game) -> None:
    """Those who sat there when the round began: also where no answer says who gives it, and in wagers that are elected."""
    for seed in range(SEEDS):
        pick, rules = rng(seed), random_filing(game, rng(seed))
        seats = tuple(range(1, rules.posted.seats + 1))
        names, state = {seat: f"p{100 - seat}" for seat in seats}, game.open(rules)
        for number in range(1, ROUNDS + 1):
            play = Round(game, rules, state, RoundStart(number, seated=seats, players=players_of(seats, names)))
            told = play_out(play, pick, seats=len(seats), wagers=4 + pick(8))
            made = [event for event in told if isinstance(event, Wagered) and event.seat]
            assert [event.player for event in made] == [names[event.seat] for event in made]
            state = play.result


def test_control_one_name_for_all_seats_is_found() -> None:
    """Control: where everybody is one player, most games with areas of their own tell otherwise."""
    games = [game for game in GAMES if game.example().posted.boxes]
    found = [
        game.name
        for game in games
        if not all(renamed(game, seed, dict.fromkeys(range(1, 33), "p1")) for seed in range(6))
    ]
    assert len(found) == len(games)


def coming_and_going(game: Game, seed: int) -> None:
    """Random players sit, move, swap and leave between rounds; every chip is somebody's, by their name."""
    source, pick = random.Random(seed), rng(seed)
    rules = random_filing(game, rng(seed))
    seats = rules.posted.seats
    state, ledger, next_player = game.open(rules), Ledger(), 1
    at: dict[int, str] = {}
    held: dict[tuple[str, str, str, int], int] = {}  # by player and wager, what is up
    for number in range(1, ROUNDS + 2):
        bound = {player for player, *_ in held}  # who has wagers up stays
        at = {seat: player for seat, player in at.items() if player in bound or source.random() < 0.8}
        if source.random() < 0.7:
            places = source.sample(range(1, seats + 1), len(at))
            at = dict(zip(places, at.values(), strict=True))
        for seat in range(1, seats + 1):
            if seat not in at:
                at[seat], next_player = f"p{next_player}", next_player + 1
        taken = tuple(at)
        play = Round(game, rules, state, RoundStart(number, seated=taken, players=players_of(taken, at)))
        events = play_out(play, pick, seats=seats, wagers=pick(12), players=at)
        state = play.result
        ledger.owners = {seat: f"rack {player}" for seat, player in at.items()}
        ledger.fold(events)
        ledger.check()
        for event in events:
            if isinstance(event, Wagered) and event.seat in at:
                assert event.player == at[event.seat], event
            if isinstance(event, Wagered | Settlement | Charged | Refunded) and event.seat and event.seat in at:
                assert ledger.rack(event.seat) == f"rack {at[event.seat]}"
        held = {}
        if hasattr(state, "wagers"):  # those that stay up, and whose they are
            owners: dict[int, str] = state.owners()
            for wager in state.wagers():
                assert at.get(wager.seat, owners[wager.seat]) == owners[wager.seat], wager
                held[owners[wager.seat], wager.kind, wager.on, wager.hand] = wager.amount
        assert ledger.balance(LAYOUT) == sum(held.values())
    assert INVENTORY in ledger.balances


@by_game
def test_i_gen_43_comings_goings_moves_and_swaps(game: Game) -> None:
    """Chips that are up are the same player's after every move; none is lost, and none is another's."""
    for seed in range(SEEDS * 2):
        coming_and_going(game, seed)


def test_control_wagers_that_stay_with_the_seat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a layout that forgets that somebody was moved."""
    monkeypatch.setattr("pitboss.chapters.ch623a_craps.table.Table.begins", lambda self, start: self)
    assert not all(_is_in_order("craps", seed) for seed in range(20))


def _is_in_order(game: str, seed: int) -> bool:
    try:
        coming_and_going(catalogue.game(game), seed)
    except (AssertionError, Refused):
        return False
    return True


# --- library and environments


def test_a_table_of_the_library_knows_players() -> None:
    """Who wagered may wager elsewhere in mid-shoe, and who took the seat may not; two boxes of one player have one rack."""
    table = pitboss.Table("over-under", {"no_mid_shoe_entry": True, "adjacent_boxes": 2}, seed=7)
    table.play([pitboss.wager("ante", "10.00"), pitboss.wager("ante", "10.00", seat=2)], players={1: "Ann", 2: "Bob"})
    with pytest.raises(Refused, match=r"686a\.6"):
        table.play([pitboss.wager("ante", "10.00")], players={1: "Cy", 5: "Ann"})
    table.number -= 1
    table.play([pitboss.wager("ante", "10.00", seat=5)], players={1: "Cy", 5: "Ann"})
    play = table.begin(players={2: "Ann", 3: "Ann"})
    assert (play.start.seated, play.start.players) == ((1, 2, 3), ("", "Ann", "Ann"))
    table.answer(play, pitboss.wager("ante", "10.00", seat=2))
    with pytest.raises(Refused, match="another player"):
        table.answer(play, pitboss.wager("ante", "10.00", seat=2, player="Cy"))


def test_environments_know_players() -> None:
    """One player may have both seats; each is rewarded for itself, and nothing else is different."""

    def worths(**options: Any) -> tuple[list[int], Any]:
        env = TableEnv("casino-war", seats=2, **options)
        env.reset(seed=5)
        for agent in env.agent_iter():
            over = env.terminations[agent]
            env.step(None if over else int(env.infos[agent]["action_mask"].argmax()))
        sitting = env.setup.sitting(5, None)
        return [env._sitting.worth(seat) for seat in (1, 2)], sitting._round.start  # type: ignore[union-attr]

    alone, start = worths()
    joined, named = worths(players={1: "Ann", 2: "Ann"})
    assert alone == joined
    assert (start.players, named.players) == ((), ("Ann", "Ann"))
    one = SeatEnv("baccarat", player="Ann", rounds=3)
    two = SeatEnv("baccarat", rounds=3)
    for env in (one, two):
        env.reset(seed=3)
    assert one.sitting is not None
    assert one.sitting._players == ("Ann",)
    for _ in range(40):
        if one.sitting.turn is None:
            break
        action = int(one.sitting.mask(1).argmax())
        assert one.step(action)[1:4] == two.step(action)[1:4]
    with pytest.raises(ValueError, match="players of the seats"):
        TableEnv("casino-war", seats=2, players={3: "Ann"})
