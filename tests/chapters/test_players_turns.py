"""The bank, entry in mid-shoe, the dealing shoe and marked vigorish are a player's, not a seat's (I-GEN-43)."""

from typing import Any

import pytest

from pitboss.chapters.ch621a_pai_gow.table import Table as TilesTable
from pitboss.chapters.ch631a_baccarat.procedure import BaccaratTable
from pitboss.chapters.ch645a_pai_gow_poker.table import Table as CardsTable
from pitboss.equipment.shoe import ShoeState
from pitboss.events import Charged, Elected, Marked, Noted
from pitboss.families.baccarat.play import Table as BaccaratFamilyTable
from pitboss.families.banking import BankState, LastWager
from pitboss.families.shoe_dealing import cut_order
from pitboss.procedure import Answer, Draw, Election, Refused
from pitboss.wagers import leaves, moves
from tests.chapters.players import At, is_refused, starts

# --- 621a.9, 645a.12: the bank

SHUFFLED = ShoeState(shuffled=True)
BANKING = {"player_bank": True, "co_banking": True}
BANKS = [("pai-gow", "621a.9"), ("pai-gow-poker", "645a.12")]


def banking(game: str, banked: str = "", last: int = 0, last_player: str = "", **choices: Any) -> At:
    """A and B wagered at seats 1 and 2 in the last round without a bank."""
    bank = BankState((LastWager(1, "A", 1000), LastWager(2, "B", 2000)), last, banked, last_player)
    state = TilesTable(SHUFFLED, bank) if game == "pai-gow" else CardsTable(deck=SHUFFLED, bank=bank)
    return At(game, state, **BANKING, **choices)


@pytest.mark.parametrize("word", ["bank", "co_bank"])
@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_d_1_645a_12_d_1_who_wagered_may_bank(game: str, section: str, word: str) -> None:
    """Who wagered may bank from any seat; who sits down where somebody wagered may not, named or not."""
    for seat, players in ((1, {1: "A"}), (4, {4: "A", 2: "B"})):
        banking(game).begin(players).says(seat, word)
    for players in ({1: "C"}, {1: "", 2: "B"}, {1: "C", 4: "A"}):
        is_refused("not_lawful", f"{section}(d)(1)", banking(game).begin(players).says, 1, word)


@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_c_645a_12_c_nobody_banks_twice_in_a_row(game: str, section: str) -> None:
    """The one who banked may not bank again from another seat; another may from that seat."""
    again = banking(game, banked="A", last=1, last_player="A").begin({1: "B", 4: "A"})
    is_refused("not_lawful", f"{section}(c)", again.says, 4, "bank")
    again.says(1, "bank")


@pytest.mark.parametrize(
    ("players", "first"),
    [
        ({2: "A", 3: "C", 4: "B"}, 2),
        ({6: "A", 3: "C", 4: "B"}, 6),
        ({3: "A", 5: "C", 4: "B"}, 4),
        ({4: "B", 5: "A"}, 4),
    ],
)
@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_c_645a_12_c_offered_from_the_right_of_the_last_bank(
    game: str, section: str, players: dict[int, str], first: int
) -> None:
    """The right of the last bank is where that player sits now; where they have left, where they sat."""
    table = banking(game, last=5, last_player="C").begin(players)
    for seat, player in players.items():
        if player in "AB":
            table.says(seat, "bank")
    table.bets(1, amount=1000, player="D").ends()
    marked = [e.seat for e in table.events if isinstance(e, Marked) and e.marker == "bank"]
    assert marked[0] == first


@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_f_645a_12_f_the_banker_has_one_area(game: str, section: str) -> None:
    """Whoever accepts the bank wagers on no second area, wherever their name comes from."""
    cite = "621a.9(f)" if game == "pai-gow" else "645a.12(f)"
    table = banking(game, adjacent_boxes=2).begin({1: "A", 2: "A"}).says(1, "bank")
    is_refused("one_position", cite, table.bets, 2)
    table = banking(game, adjacent_boxes=2).begin({1: "A", 2: "A"}).bets(2)
    is_refused("one_position", cite, table.says, 1, "bank")
    banking(game, adjacent_boxes=2).begin({1: "A", 2: "B"}).says(1, "bank").bets(2)


@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_c_645a_12_c_an_accepted_bank_is_of_one_player(game: str, section: str) -> None:
    """It goes along with who is moved, and ends with who leaves; nobody else says how much the dealer wagers."""
    table = banking(game).begin({1: "A", 2: "B", 3: "C"}).bets(3).says(1, "bank")
    table.round.answer(moves(1, 5, "A"))
    table.bets(1, player="D")
    table.events += table.round.answer(Answer("dealer", "no_more_bets"))
    while not (isinstance(table.round.pending, Election) and table.round.pending.kind == "bank"):
        election = table.round.elections()[0]
        assert election.default is not None
        table.round.answer(election.default.answer(election.to))
    assert (table.round.pending.to, table.round.pending.player) == (5, "A")
    with pytest.raises(Refused, match="not to who is there now"):
        table.round.answer(Answer(5, "dealer_wager", player="D"))
    gone = banking(game).begin({1: "A", 2: "B", 3: "C"}).bets(3).says(1, "bank")
    gone.events += gone.round.answer(leaves(1, "A"))
    assert gone.bets(1, player="D").ends().events.count(Elected(1, "pass_bank", absent=True, cite=f"{section}(c)")) == 1
    assert not [e for e in gone.events if isinstance(e, Marked) and e.marker == "bank"]


# --- 633a.6(b), 686a.6(b): entry in mid-shoe


def mid_shoe(game: str, **choices: Any) -> At:
    """A and B have wagered in every round of this shoe."""
    table = At(game, no_mid_shoe_entry=True, **choices).begin({1: "A", 2: "B"}).bets(1).bets(2).ends()
    assert not table.state.shoe.spent
    return table


SHOES: list[tuple[str, str, dict[str, Any]]] = [
    ("blackjack", "633a.6(b)", {"split_aces": "one_card"}),
    ("over-under", "686a.6(b)", {}),
]


@pytest.mark.parametrize(("game", "cite", "choices"), SHOES)
def test_633a_6_b_686a_6_b_entry_is_of_the_player(game: str, cite: str, choices: dict[str, Any]) -> None:
    """Who wagered may wager at another seat; who takes that seat, and who sat out a round, may not."""
    table = mid_shoe(game, **choices).begin({1: "C", 4: "A", 2: "B"}).bets(4)
    is_refused("not_offered", cite, table.bets, 1)
    table.ends().begin({4: "A", 1: "B"}).bets(4)  # B sat out
    is_refused("not_offered", cite, table.bets, 1)


@pytest.mark.parametrize(("game", "cite", "choices"), SHOES)
def test_633a_6_b_686a_6_b_permission_is_of_the_player(game: str, cite: str, choices: dict[str, Any]) -> None:
    """The floor permits a player and not a seat: the player may wager where they are moved, and nobody in their place."""
    table = mid_shoe(game, **choices).begin({1: "A", 3: "C"}).bets(1).reports("wagering_permitted", 3)
    is_refused("not_offered", cite, table.bets, 3, player="D")
    table.bets(3, player="C").ends().begin({1: "A", 3: "D", 5: "C"}).bets(5)
    is_refused("not_offered", cite, table.bets, 3)
    late = mid_shoe(game, **choices).begin({1: "A"}).bets(1).reports("wagering_permitted", 3, player="C")
    late.bets(3, player="C")  # who sat down while betting was open


# --- 631a.7, 631a.14: the curator of the shoe


def shoes(curator: int = 0, last: int = 0, player: str = "", *, dealer: bool = False) -> BaccaratTable:
    return BaccaratTable(
        shoe=ShoeState(shuffled=True, cover=14), curator=curator, last_curator=last, curator_player=player,
        dealer_deals=dealer,
    )  # fmt: skip


def test_631a_14_a_the_shoe_is_of_the_player() -> None:
    """A curator who is moved keeps it; one whose seat somebody else has by now has given it up (631a.14(b))."""
    kept = At("baccarat", shoes(3, 3, "A")).begin({3: "B", 7: "A"}).bets(3, "tie").ends()
    assert (kept.state.curator, kept.state.curator_player) == (7, "A")
    assert not [e for e in kept.events if isinstance(e, Noted) and "has left" in e.what]
    for players in ({3: "B", 7: "C"}, {3: "", 7: "C"}):
        lost = At("baccarat", shoes(3, 3, "A")).begin(players).bets(7, "tie").ends()
        assert [e.cite for e in lost.events if isinstance(e, Noted) and "has left" in e.what] == ["631a.14(b)"]
        assert lost.state.curator == 0
    own = At("baccarat", shoes(3, 3)).begin({3: "B", 7: "3"}).bets(3, "tie").ends()  # of no name of their own
    assert (own.state.curator, own.state.curator_player) == (7, "3")


def test_631a_14_a_nobody_else_passes_the_shoe() -> None:
    """Whether it is passed is asked of the curator, not of who sits there by now."""
    table = At("baccarat", shoes(3, 3, "A")).begin({3: "A", 7: "B"}).bets(7, "tie")
    table.round.answer(Answer("dealer", "no_more_bets"))
    for card in ("7S", "3S", "KS", "4S"):
        while isinstance(table.round.pending, Election):
            default = table.round.pending.default
            assert default is not None
            table.round.answer(default.answer(table.round.pending.to))
        table.round.answer(Answer("chance", card))
    while isinstance(table.round.pending, Election) and table.round.pending.kind != "pass the shoe":
        default = table.round.pending.default
        assert default is not None
        table.round.answer(default.answer(table.round.pending.to))
    is_refused("not_your_turn", "631a.14(a)", table.round.answer, Answer(3, "pass_shoe", player="C"))
    table.round.answer(Answer(3, "pass_shoe", player="A"))


def test_631a_14_b_after_the_dealers_shoe_it_is_offered_from_number_one() -> None:
    """Nobody accepted a new shoe: whoever was curator of an earlier one is not where the offer begins."""
    earlier = BaccaratTable(shoe=ShoeState(shuffled=True, spent=True), curator=3, last_curator=3, curator_player="A")
    table = At("baccarat", earlier).begin({3: "A", 7: "B"}).bets(7, "tie").ends()
    assert (table.state.last_curator, table.state.curator_player) == (0, "")
    table.begin({3: "A", 7: "B"})
    assert table.round.state.begins(table.round.start).last_curator == 0


# --- 627a.12(d), 629a.12(d), 631a.13(d): vigorish that is marked

BACCARAT = [("minibaccarat", "627a.12"), ("midibaccarat", "629a.12"), ("baccarat", "631a.13")]


def owing(game: str, won: dict[int, int], players: dict[int, str]) -> At:
    """Vigorish of so much is marked for players at these seats."""
    shoe = ShoeState(shuffled=True, cover=14)
    kind: Any = BaccaratTable if game == "baccarat" else BaccaratFamilyTable
    state = kind(shoe=shoe, won=tuple(won.items()), players=tuple(players.items()))
    return At(game, state, vigorish_collection="deferred")


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_marked_vigorish_is_of_the_player(game: str, section: str) -> None:
    """It goes along with who is moved, even to the seat of another who is; who sits there now owes nothing."""
    table = owing(game, {1: 10000, 2: 20000}, {1: "A", 2: "B"}).begin({2: "A", 4: "B", 1: "C"}).bets(1, "tie")
    owes = table.game.must_pay_before_leaving
    table.ends()
    assert [owes(table.state, player) for player in "ABC"] == [True, True, False]
    assert dict(table.state.won) == {2: 10000, 4: 20000}
    assert not [e for e in table.events if isinstance(e, Charged)]


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_who_left_leaves_no_debt_to_the_seat(game: str, section: str) -> None:
    """Vigorish of one who left is collected before somebody else has the place; of one who says nothing it stays."""
    left = owing(game, {1: 10000}, {1: "A"}).begin({1: "C", 2: "B"})
    assert [e.seat for e in left.events if isinstance(e, Charged)] == [1]
    assert not left.bets(2, "tie").ends().state.won
    silent = owing(game, {1: 10000}, {1: "A"}).begin({2: "B"}).bets(2, "tie").ends()
    assert (silent.state.won, silent.state.players) == (((1, 10000),), ((1, "A"),))


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_players_without_a_name(game: str, section: str) -> None:
    """The seat's own player is one too: they may be moved, and somebody with a name take their seat."""
    table = owing(game, {1: 10000}, {}).begin({1: "B", 5: "1"}).bets(1, "tie").ends()
    assert (table.state.won, table.state.players) == (((5, 10000),), ((5, "1"),))


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_marked_vigorish_goes_along_while_betting_is_open(
    game: str, section: str
) -> None:
    """Who is moved in mid-round owes it where they sit then; what somebody wins in the seat they had is marked apart."""
    table = owing(game, {1: 10000}, {1: "A"}).begin({1: "A", 2: "C"})
    marks = [e.at for e in table.round.answer(moves(1, 4, "A")) if isinstance(e, Marked)]
    assert marks == ["", "$5.00"]
    table.bets(1, "bankers_hand", 20000, player="B")
    table.events += table.round.answer(Answer("dealer", "no_more_bets"))
    bankers_hand_wins(table)
    state: Any = table.round.result
    assert (dict(state.won), dict(state.players)) == ({1: 20000, 4: 10000}, {1: "B", 4: "A"})
    left = owing(game, {1: 10000}, {1: "A"}).begin({1: "A", 2: "C"})
    left.round.answer(moves(1, 4, "A"))
    left.reports("player_left", 4, player="A").bets(1, "tie", player="B").ends()
    assert [(e.seat, e.amount, e.cite) for e in left.events if isinstance(e, Charged)] == [
        (4, 500, f"{section}(d)(2)(i)")
    ]
    assert not left.state.won
    nobodys = owing(game, {1: 10000}, {1: "A"}).begin({1: "A", 2: "C"})
    assert not nobodys.round.answer(moves(1, 4, "B"))  # who sat there after A says nothing of what A owes


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_who_paid_and_left_owes_nothing_for_the_next_in_the_seat(
    game: str, section: str
) -> None:
    """A pays and leaves while betting is open, B sits down there and wins: that is B's, also when A is back elsewhere."""
    table = owing(game, {1: 10000}, {1: "A"}).begin({1: "A", 2: "C"}).reports("player_left", 1, player="A")
    table.bets(1, "bankers_hand", 20000, player="B")
    table.events += table.round.answer(Answer("dealer", "no_more_bets"))
    bankers_hand_wins(table)
    table.state = table.round.result
    assert (table.state.won, table.state.players) == (((1, 20000),), ((1, "B"),))
    owes = table.game.must_pay_before_leaving
    assert [owes(table.state, player) for player in "AB"] == [False, True]
    assert dict(table.begin({1: "B", 2: "C", 5: "A"}).bets(2, "tie").ends().state.won) == {1: 20000}


def test_631a_14_a_the_shoe_goes_along_while_betting_is_open() -> None:
    """A curator who is moved in mid-round is asked where they sit then, and the shoe is offered from their right."""
    table = At("baccarat", shoes(3, 3, "A")).begin({3: "A", 7: "B"})
    table.round.answer(moves(3, 5, "A"))
    table.bets(7, "tie").bets(3, "tie", player="C")
    table.events += table.round.answer(Answer("dealer", "no_more_bets"))
    bankers_hand_wins(table, until="pass the shoe")
    asked = table.round.pending
    assert isinstance(asked, Election)
    assert (asked.to, asked.player) == (5, "A")
    is_refused("not_your_turn", "631a.14(a)", table.round.answer, Answer(5, "pass_shoe", player="C"))
    table.round.answer(Answer(5, "pass_shoe", player="A"))
    assert isinstance(table.round.pending, Election)
    assert table.round.pending.to == 3  # the next at the right
    stays = At("baccarat", shoes(3, 3, "A")).begin({3: "A", 7: "B"})
    stays.round.answer(moves(3, 5, "D"))  # who sat there when A had left
    bankers = stays.bets(7, "tie")
    bankers.events += bankers.round.answer(Answer("dealer", "no_more_bets"))
    bankers_hand_wins(bankers, until="pass the shoe")
    assert bankers.round.pending is not None
    assert bankers.round.pending.to == 3


def bankers_hand_wins(table: At, until: str = "") -> None:
    """9 against 7; whoever is asked gives the usual answer."""
    cards = iter(("7S", "9S", "KS", "KH"))
    while (asked := table.round.pending) is not None:
        if isinstance(asked, Draw):
            card = next(cards, "")
            table.events += table.round.answer(Answer("chance", card) if card else next(asked.lawful()))
            continue
        election = table.round.elections()[0]
        if until and election.kind == until:
            return
        table.events += table.round.answer((election.default or election.options[0]).answer(election.to))


# --- from one round to the next


@pytest.mark.parametrize(("game", "section"), BANKS)
def test_621a_9_c_645a_12_c_the_last_bank_is_known_by_name(game: str, section: str) -> None:
    """After a round that a player banked, and after the next without a bank: from their right it is offered again."""
    table = banking(game).begin({1: "A", 2: "B"}).says(2, "bank").bets(1).ends()
    assert (table.state.bank.last, table.state.bank.last_player) == (2, "B")
    table.begin({1: "A", 2: "C", 5: "B"}).bets(1).bets(2).ends()
    assert table.state.bank.last_player == "B"
    assert table.state.bank.begins(starts(9, {1: "A", 2: "C", 6: "B"})).last == 6


@pytest.mark.parametrize(("game", "cite", "choices"), SHOES)
def test_633a_6_b_686a_6_b_permission_is_for_the_barred_and_lasts(
    game: str, cite: str, choices: dict[str, Any]
) -> None:
    """Who may wager anyhow is not permitted; who is permitted and sits out that round may wager in the next, elsewhere."""
    table = mid_shoe(game, **choices).begin({1: "A", 3: "C"}).bets(1)
    with pytest.raises(Refused):
        table.reports("wagering_permitted", 1)
    table.reports("wagering_permitted", 3)
    with pytest.raises(Refused):
        table.reports("wagering_permitted", 3)
    table.ends().begin({1: "A", 5: "C", 3: "D"}).bets(5)
    is_refused("not_offered", cite, table.bets, 3)


@pytest.mark.parametrize(("game", "section"), BACCARAT)
def test_627a_12_d_629a_12_d_631a_13_d_vigorish_is_marked_for_the_player(game: str, section: str) -> None:
    """A Banker's Hand that wins: what is marked then is of who wagered, by name."""
    table = owing(game, {}, {}).begin({1: "A", 2: "B"}).bets(1, "bankers_hand", 10000)
    table.events += table.round.answer(Answer("dealer", "no_more_bets"))
    bankers_hand_wins(table)
    state: Any = table.round.result
    owes = table.game.must_pay_before_leaving
    assert ([seat for seat, _ in state.won], [owes(state, player) for player in "AB1"]) == ([1], [True, False, False])


@pytest.mark.parametrize(
    ("players", "first"),
    [({3: "B", 5: "A", 7: "C"}, 5), ({3: "A", 5: "B", 7: "C"}, 3), ({3: "B", 5: "C", 7: "D"}, 7), ({3: "", 5: "A"}, 5)],
)
def test_i_gen_43_the_next_cut_is_of_who_had_the_cover_card(players: dict[int, str], first: int) -> None:
    """It is offered to them where they sit now; where they have left, to nobody for the seat: from the dealer's right."""
    shoe = ShoeState(shuffled=True, spent=True, cover_at=3, cover_player="A")
    assert cut_order(shoe, starts(2, players))[0] == first
