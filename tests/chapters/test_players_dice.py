"""§§ 623a.7, 623a.10: the dice, and the wagers that stay up, are a player's and not a seat's (I-GEN-43)."""

import pytest

from pitboss.chapters.ch623a_craps.table import Fire, Table
from pitboss.events import Event, Marked, Wagered, Withdrawn
from pitboss.procedure import Answer
from pitboss.wagers import close_betting, leaves, moves
from tests.chapters.players import At, is_refused

GAMES = pytest.mark.parametrize("game", ["craps", "mini-craps"])
PASS, FIELD = "pass_bet", "field_bet"


def threw(player: str = "A", *, point: int = 6, up: int = 1000, **more: object) -> Table:
    """Seat 1 threw a six, with a Pass Bet or without."""
    wagers = (((1, PASS, ""), up),) if up else ()
    names = ((1, player),) if up and player else ()
    fields = {"point": point, "shooter": 1, "offered": False, "fresh": False, "up": wagers, "players": names, **more}
    return Table(**fields, shooter_player=player)  # type: ignore[arg-type]


def rolled(table: At, dice: str = "2 3") -> Table:
    table.events += table.round.answer(close_betting())
    table.events += table.round.answer(Answer("chance", dice))
    while table.round.elections():
        default = table.round.elections()[0].default
        assert default is not None
        table.events += table.round.answer(default.answer(table.round.elections()[0].to))
    table.state = table.round.result
    result: Table = table.round.result
    return result


def shooters(events: list[Event]) -> list[int]:
    return [e.seat for e in events if isinstance(e, Marked) and (e.marker, e.at) == ("dice", "shooter")]


@GAMES
@pytest.mark.parametrize("player", ["A", ""])
def test_623a_10_a_a_shooter_who_is_moved_keeps_dice_and_wagers(game: str, player: str) -> None:
    """Named or not, between two throws: the dice, the wagers and the right to pass the dice are where they sit now."""
    name = player or "1"
    fire, mini = (Fire(1, 100, 1),), {"fire_bet_at_mini_craps": True} if game == "mini-craps" else {}
    table = At(game, threw(player, fire=fire), fire_bet=True, **mini).begin({1: "B", 4: name}).bets(1, FIELD)
    is_refused("not_your_turn", "623a.10(a)", table.says, 1, "pass_dice")
    assert "pass_dice" in [o.says for o in table.round.pending.menu.offers(4, name)]  # type: ignore[union-attr]
    after = rolled(table)
    assert not shooters(table.events)  # nobody else had them
    assert (after.shooter, after.shooter_player, after.players) == (4, name, ((4, name),))
    assert (dict(after.up), [bet.seat for bet in after.fire]) == ({(4, PASS, ""): 1000}, [4])
    table.begin({1: "B", 4: name}).bets(1, FIELD).says(4, "pass_dice")


@GAMES
def test_623a_10_c_who_takes_the_seat_of_a_shooter_is_none(game: str) -> None:
    """The shooter left between two throws: the dice go on from there, and who sits there now has no turn left."""
    table = At(game, threw(up=0)).begin({1: "B", 4: "C"}).bets(1, FIELD).bets(4, FIELD)
    is_refused("not_your_turn", "623a.10(a)", table.says, 1, "pass_dice")
    after = rolled(table)
    assert (shooters(table.events), after.shooter, after.shooter_player) == ([4], 4, "C")
    unnamed = At(game, threw(up=0)).begin({1: "", 4: "C"}).bets(1, FIELD).bets(4, FIELD)
    assert rolled(unnamed).shooter == 4


@GAMES
def test_623a_10_d_the_first_to_accept_in_the_seat_of_who_left_throws(game: str) -> None:
    """While betting is open the shooter leaves and somebody else sits there and accepts the dice: they are the shooter."""
    table = At(game, threw(up=0)).begin({1: "A", 4: "C"}).bets(4, FIELD)
    table.events += table.round.answer(leaves(1, "A"))
    table.bets(1, FIELD, player="B")
    is_refused("not_your_turn", "623a.10(c)", table.says, 1, "accept_dice", player="B")  # from the left of who left
    table.says(4, "reject_dice", player="C").says(1, "accept_dice", player="B")
    after = rolled(table)
    assert (shooters(table.events), after.shooter_player) == ([1], "B")


@GAMES
def test_623a_10_c_a_shooter_who_is_back_has_left_no_more(game: str) -> None:
    """Who sits down again and accepts the dice throws them."""
    table = At(game, threw(up=0)).begin({1: "A", 4: "C"}).bets(4, FIELD)
    table.round.answer(leaves(1, "A"))
    table.bets(1, FIELD, player="A").says(4, "reject_dice", player="C").says(1, "accept_dice", player="A")
    assert rolled(table).shooter_player == "A"


@GAMES
@pytest.mark.parametrize("player", ["A", ""])
def test_623a_10_a_a_shooter_who_is_moved_while_betting_is_open(game: str, player: str) -> None:
    """The dice are where they sit now; who takes the seat does not hold them."""
    name = player or "1"
    table = At(game, threw(player, up=0)).begin({1: player, 4: "C"})
    table.round.answer(moves(1, 6, name))
    table.bets(1, FIELD, player="B")
    is_refused("not_your_turn", "623a.10(a)", table.says, 1, "pass_dice", player="B")
    after = rolled(table)
    assert (after.shooter, after.shooter_player) == (6, name)


@GAMES
@pytest.mark.parametrize("says", ["remove", "reduce", "increase"])
def test_623a_4_nobody_touches_the_wagers_of_another(game: str, says: str) -> None:
    """At a seat where somebody's wagers are up nobody else wagers, takes them down or speaks of the dice."""
    up = (((1, PASS, ""), 1000), ((1, "place_bet_to_win", "8"), 1200))
    state = threw(player="A", up=1000)
    state = Table(point=6, shooter=4, offered=True, up=up, players=((1, "A"),), shooter_player="C", turn=state.turn)
    cite = At(game, state).rules.posted.seated
    for players, player in (({1: "B", 4: "C"}, ""), ({4: "C"}, "B")):
        table = At(game, state).begin(players)
        is_refused("one_position", cite, table.bets, 1, FIELD, player=player)
        touch = Answer(1, says, "place_bet_to_win", "8", 0 if says == "remove" else 600, player=player)
        is_refused("one_position", cite, table.round.answer, touch)
        is_refused("one_position", cite, table.says, 1, "accept_dice", player=player)
    mine = At(game, state).begin({4: "C"})
    mine.events += mine.round.answer(Answer(1, "remove", "place_bet_to_win", "8", player="A"))
    assert any(isinstance(e, Withdrawn) for e in mine.events)


@GAMES
def test_623a_4_chips_of_one_player_at_two_places_stay_there(game: str) -> None:
    """One player with wagers at two places has not moved from the second to the first."""
    up = (((1, PASS, ""), 1000), ((2, PASS, ""), 500))
    state = Table(
        point=6, shooter=2, offered=False, fresh=False, up=up, players=((1, "A"), (2, "A")), shooter_player="A"
    )
    after = rolled(At(game, state).begin({1: "A", 2: "A"}))
    assert (dict(after.up), after.shooter) == (dict(up), 2)


@GAMES
def test_623a_4_chips_are_not_put_among_those_of_another(game: str) -> None:
    """Wagers are moved with their player to a free place only."""
    up = (((1, PASS, ""), 1000), ((4, PASS, ""), 500))
    state = Table(
        point=6, shooter=1, offered=False, fresh=False, up=up, players=((1, "A"), (4, "C")), shooter_player="A"
    )
    after = rolled(At(game, state).begin({4: "A"}))  # where C has wagers up, and says nothing
    assert dict(after.up) == dict(up)
    swapped = rolled(At(game, state).begin({4: "A", 1: "C"}))
    assert dict(swapped.up) == {(4, PASS, ""): 1000, (1, PASS, ""): 500}
    assert swapped.players == ((1, "C"), (4, "A"))


@GAMES
def test_623a_3_a_wager_names_its_player(game: str) -> None:
    """A wager is of who makes it; a player of the seat's own name is left out."""
    table = At(game, threw(up=0)).begin({1: "A", 4: ""}).bets(1, FIELD).bets(4, FIELD).bets(4, FIELD, player="4")
    assert [e.player for e in table.events if isinstance(e, Wagered)] == ["A", "", ""]


@GAMES
def test_623a_4_a_wager_that_is_called_off_is_so_where_its_player_is_moved(game: str) -> None:
    place = (1, "place_bet_to_win", "8")
    state = threw(up=0)
    state = Table(
        point=6, shooter=1, offered=False, fresh=False, up=((place, 1200),), called=(place,), players=((1, "A"),),
        shooter_player="A", turn=state.turn,
    )  # fmt: skip
    after = rolled(At(game, state).begin({4: "A", 1: "B"}).bets(1, FIELD), "5 4")
    assert after.called == ((4, *place[1:]),)


@GAMES
def test_623a_10_d_who_rejected_the_dice_has_rejected_them_where_they_are_moved(game: str) -> None:
    """The shooter left; who rejects the dice and is moved is not the next for that."""
    table = At(game, threw(up=0)).begin({1: "A", 4: "C", 7: "D"}).bets(4, FIELD).bets(7, FIELD)
    table.events += table.round.answer(leaves(1, "A"))
    table.says(4, "reject_dice", player="C")
    table.events += table.round.answer(Answer(4, "remove", FIELD, "", 1000, player="C"))
    table.events += table.round.answer(moves(4, 5, "C"))
    table.bets(5, FIELD, player="C")
    assert (rolled(table).shooter_player, shooters(table.events)) == ("D", [7])


@GAMES
def test_623a_11_a_nobody_speaks_where_a_fire_bet_of_another_stays(game: str) -> None:
    mini = {"fire_bet_at_mini_craps": True} if game == "mini-craps" else {}
    fire = Table(
        point=6, shooter=4, offered=False, fresh=False, fire=(Fire(1, 100, 1),), players=((1, "A"),), shooter_player="C"
    )
    table = At(game, fire, fire_bet=True, **mini).begin({1: "B", 4: "C"})
    is_refused("one_position", table.rules.posted.seated, table.bets, 1, FIELD)


def coming_out(*more: tuple[tuple[int, str, str], int]) -> Table:
    """A threw last at seat 1 and comes out; a Come Bet of C stays at seat 4."""
    up = (((4, "come_bet", "5"), 1000), *more)
    names = tuple((seat, player) for seat, player in ((1, "A"), (4, "C")) if seat in {one[0] for one, _ in up})
    return Table(shooter=1, shooter_player="A", offered=False, fresh=False, up=up, players=names)


@GAMES
def test_623a_10_c_who_left_does_not_throw_for_the_come_bets(game: str) -> None:
    """Though they had a wager up when betting opened."""
    place = (1, "place_bet_to_win", "8")
    table = At(game, coming_out((place, 1200))).begin({1: "A", 4: "C"})
    table.events += table.round.answer(Answer(1, "remove", *place[1:], 1200, player="A"))
    table.events += table.round.answer(leaves(1, "A"))
    assert rolled(table, "3 3").shooter_player == "C"


@GAMES
def test_623a_10_b_the_last_shooter_throws_for_the_come_bets_where_they_are_moved(game: str) -> None:
    """Who accepts the dice and makes no line bet does not throw; the last shooter does, by name and seat."""
    table = At(game, coming_out()).begin({1: "A", 4: "C"}).says(1, "pass_dice").says(4, "accept_dice")
    table.events += table.round.answer(moves(1, 6, "A"))
    after = rolled(table, "3 3")
    assert (after.shooter, after.shooter_player) == (6, "A")
