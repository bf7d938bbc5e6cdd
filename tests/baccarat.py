"""What every baccarat game does; a chapter's tests call these under its own provisions."""

from typing import Any

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.drivers.round import Round
from pitboss.equipment.cards import RANKS
from pitboss.equipment.shoe import ShoeState
from pitboss.events import CutMade, Marked
from pitboss.families.baccarat.hands import Hand, banker_draws, dragon_7, player_draws, points
from pitboss.families.baccarat.rules import Law
from pitboss.game import Game, Start
from pitboss.journal import Report
from pitboss.procedure import DEALER, Answer, Draw, Election, Refused, Window
from pitboss.submission import file
from tests.shoes import asked, default, offers
from tests.tables import Played, deal, fault, play, refused

BURN = "AC 2C"  # an ace is shown and one card goes with it
BURNT = 2  # entries of chance
COUNT = 416
FULL = BURNT + 4  # entries when the first four cards of a first round are out

# Pairs of hands, in the order of their own cards.
PLAYER_WINS = "9S KS", "2S 5S"
BANKER_WINS = "2S 5S", "9S KS"
TIE_HAND = "7S KS", "3S 4S"
DRAGON_SEVEN = "KS 6S", "2S 3S 2H"
TWO_CARD_SEVEN = "KS 6S", "3S 4S"


def order(player: str, banker: str) -> str:
    """Cards of two hands as they leave the shoe."""
    mine, his = player.split(), banker.split()
    return " ".join([mine[0], his[0], mine[1], his[1], *mine[2:], *his[2:]])


class BaccaratGame(msgspec.Struct, frozen=True):
    """A chapter's game under test."""

    name: str
    law: Law

    @property
    def game(self) -> Game:
        return catalogue.game(self.name)

    def round(
        self, wagers: str, hands: tuple[str, str], more: str = "", faults: list[dict[str, Any]] | None = None,
        answers: Any = "", burn: str = BURN, **rest: Any,
    ) -> dict[str, Any]:  # fmt: skip
        """A round with these hands; ``more`` are cards that leave the shoe after them."""
        return deal(wagers, f"{burn} {order(*hands)} {more}", answers, faults, **rest)

    def later(self, wagers: str, hands: tuple[str, str], more: str = "", **rest: Any) -> dict[str, Any]:
        """A round that is not the first of its shoe."""
        return self.round(wagers, hands, more, burn="", **rest)

    def play(self, *rounds: dict[str, Any], **submission: Any) -> Played:
        return play(self.name, *rounds, **submission)

    def settle(self, wagers: str, hands: tuple[str, str], **submission: Any) -> Played:
        """One round, all wagers offered unless the submission says otherwise."""
        return self.play(self.round(wagers, hands), **{"dragon_bonus": True, **submission}).ok()

    def begin(self, start: Start, state: Any = None, **choices: Any) -> Round:
        """A round of this game, at its first question."""
        rules = file(self.game.rules, choices)
        return Round(self.game, rules, self.game.open(rules) if state is None else state, start)

    def spent(self, **fields: Any) -> Any:
        """A table whose shoe is done."""
        return self.game.state(shoe=ShoeState(shuffled=True, spent=True), **fields)

    def refused_choice(self, cite: str, **choices: Any) -> None:
        refused(self.play(**choices), "forbidden_choice", cite)


def cites_exist(played: Played) -> None:
    """Every event has the citation of a provision or reading that a register knows."""
    for event in played.events:
        assert law.known(event["cite"]), event


# --- 1. Definitions, 2. Table, 3. Cards


def dragon_7_is_a_three_card_7_over_less() -> None:
    """Banker 7 with three cards, Player 6 or less: 7 ties, a two-card 7 and a three-card 6 or 8 are none."""
    assert all(dragon_7(Hand(count, cards), Hand(7, 3)) for count in range(7) for cards in (2, 3))
    for player, banker in ((7, Hand(7, 3)), (8, Hand(7, 3)), (6, Hand(7, 2)), (5, Hand(6, 3)), (6, Hand(8, 3))):
        assert not dragon_7(Hand(player, 3), banker)


def natural_is_8_or_9_on_two_cards() -> None:
    """7 is none, 8 and 9 are; three cards never are."""
    assert [Hand(count, 2).natural for count in range(10)] == [False] * 8 + [True] * 2
    assert not any(Hand(count, 3).natural for count in range(10))


def positions_are_numbered_from_one_to(game: BaccaratGame, count: int, **choices: Any) -> None:
    """Every seat up to the last may wager; 0 and the next may not. The printed number of seat 1 is the highest."""
    wagers = "; ".join(f"{seat} tie 5" for seat in range(1, count + 1))
    game.play(game.round(wagers, TIE_HAND), **choices).ok()
    for seat in (0, count + 1):
        refused(game.play(game.round(f"{seat} tie 5", TIE_HAND), **choices), "no_such_seat", f"{game.law.chapter}.2(a)")
    rules = file(game.game.rules, choices)
    assert (rules.number(1), rules.number(count)) == (count, 1)
    numbers = [text.text for text in game.game.felt(rules).inscriptions if text.cite == f"{game.law.chapter}.2(a)"]
    assert numbers == [str(n) for n in range(count, 0, -1)]


def decks_are_six_to_eight(game: BaccaratGame) -> None:
    """Five are too few, nine too many; seven are lawful (I-627a-09)."""
    for decks in (6, 7, 8):
        assert game.play(game.round("1 tie 5", TIE_HAND), decks=decks).ok().told("shuffled")[0]["count"] == 52 * decks
    for decks in (5, 9):
        game.refused_choice(f"{game.law.chapter}.3(a)", decks=decks)
    wagers, hands = "1 tie 5", ("AS AS 2S", "AS AS AS")  # five more aces of spades than there are with the burn
    for decks in (6, 8):
        part = deal(wagers, ["AS"] * (decks + 1))
        refused(game.play(part, decks=decks), "impossible", _dealt(game, decks))
    assert hands


def _dealt(game: BaccaratGame, entry: int) -> str:
    """The provision under which the card after so many entries is dealt: two burned, four dealt, a third card."""
    style = file(game.game.rules, {}).style
    return style.dealt if entry < FULL else style.third[0]


def cards_are_replaced_after_each_shoe(game: BaccaratGame) -> None:
    """A new shoe of new decks, told as such; the first shoe is none."""
    assert game.law.replaced
    first = game.round("1 tie 5", TIE_HAND, faults=[fault("cover_card", 3)])
    played = game.play(first, game.later("1 tie 5", TIE_HAND), game.round("1 tie 5", TIE_HAND)).ok()
    (noted,) = [e for e in played.told("noted") if "new decks" in e["what"]]
    assert noted["cite"] == game.law.replaced
    assert [e["count"] for e in played.told("shuffled")] == [COUNT] * 2
    assert game.game.duties(game.game.example()) == ()
    lists = {c.name: c for c in game.game.checklists(game.game.example())}
    assert (lists["new_decks"].cite, lists["new_decks"].blocks_opening) == (game.law.replaced, False)


def preshuffled_decks_skip_the_opening(game: BaccaratGame, *, each_shoe: bool) -> None:
    """Preinspected and preshuffled decks are neither inspected, spread nor washed, nor shuffled again."""
    wager, chapter = "1 tie 5", game.law.chapter
    end = [fault("cover_card", 3)]
    rounds = game.round(wager, TIE_HAND, faults=end), game.later(wager, TIE_HAND), game.round(wager, TIE_HAND)
    played = game.play(*rounds, preshuffled_decks=True).ok()
    again = game.law.preshuffled if each_shoe else f"{chapter}.5(a)"
    assert [e["cite"] for e in played.told("shuffled")] == [game.law.preshuffled, again]
    for preshuffled, items in ((False, ["4(a)", "4(b)", "4(c)"]), (True, [game.law.preshuffled.split(".")[1]])):
        rules = file(game.game.rules, {"preshuffled_decks": preshuffled})
        (opening,) = [c for c in game.game.checklists(rules) if c.name == "opening"]
        assert [item.cite for item in opening.items] == [f"{chapter}.{item}" for item in items]


# --- 5. Shuffle and cut


def shuffled_before_play_and_after_each_shoe(game: BaccaratGame) -> None:
    """Shuffle, cut, cover card and burn come before the first wager, and not again while the shoe lasts."""
    played = game.play(game.round("1 tie 5", TIE_HAND), game.later("1 tie 5", TIE_HAND)).ok()
    kinds = [e["event"] for e in played.events]
    assert kinds[:6] == ["round_opened", "shuffled", "cut_made", "marked", "burned", "burned"]
    assert kinds.index("wagered") > 5
    assert kinds.count("shuffled") == 1
    assert played.told("shuffled")[0]["cite"] == f"{game.law.chapter}.5(a)"


def cut_is_offered_clockwise_from_the_highest_number(game: BaccaratGame, state: Any = None) -> None:
    """From the dealer's left, seat after seat; when all decline the dealer cuts. The first to accept cuts."""
    start = Start(1, seated=(3, 1, 7))
    assert offers(game.begin(start, state)) == [1, 3, 7, DEALER]
    round_ = game.begin(start, state)
    assert asked(round_).cite == f"{game.law.chapter}.5(b)"
    round_.answer(Answer(1, "decline_cut"))
    assert round_.answer(Answer(3, "cut", amount=100)) == [CutMade(3, 100, cite=f"{game.law.chapter}.5(c)")]
    assert asked(round_).kind == "cover card"


def cut_is_ten_cards_from_either_end(game: BaccaratGame) -> None:
    """Nine from top or bottom is no cut, ten is."""
    for at, ok in ((9, False), (10, True), (COUNT - 10, True), (COUNT - 9, False)):
        round_ = game.begin(Start(1))
        if ok:
            assert round_.answer(Answer(DEALER, "cut", amount=at))
        else:
            with pytest.raises(Refused) as no:
                round_.answer(Answer(DEALER, "cut", amount=at))
            assert (no.value.why, no.value.cite) == ("not_lawful", f"{game.law.chapter}.5(c)")


def cover_card_has_fourteen_cards_beneath_it(game: BaccaratGame) -> None:
    """Thirteen are too few; fourteen are enough, and what happens if nobody says otherwise."""
    cite = f"{game.law.chapter}.5(d)"
    for at, ok in ((13, False), (14, True), (100, True)):
        round_ = game.begin(Start(1))
        default(round_)
        if ok:
            (event,) = round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert event == Marked("cover card", f"{at} from the bottom", cite=cite)
        else:
            with pytest.raises(Refused) as no:
                round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert (no.value.why, no.value.cite) == ("not_lawful", cite)
    assert game.play(game.round("", TIE_HAND)).ok().told("marked")[0]["at"] == "14 from the bottom"


def recut_is_by_the_next_one_entitled(game: BaccaratGame) -> None:
    """After a cut and before the shoe is loaded the floor may order another, by the next player, at last the dealer."""
    round_ = game.begin(Start(1, seated=(1, 2, 5)))
    with pytest.raises(Refused):
        round_.report(Report("recut_ordered"))  # nothing has been cut yet
    round_.answer(Answer(1, "cut", amount=50))
    (event,) = round_.report(Report("recut_ordered"))
    assert event.cite == f"{game.law.chapter}.5(e)"
    assert offers(round_.replica()) == [2, 5, DEALER]
    round_.answer(Answer(2, "cut", amount=60))
    default(round_)
    with pytest.raises(Refused):
        round_.report(Report("recut_ordered"))  # the cards are in the shoe


def first_card_is_shown_and_as_many_burned(game: BaccaratGame) -> None:
    """An ace burns 1 more, 2 to 9 their number, 10 and court cards 10; only the first card is shown (I-627a-10)."""
    cite = f"{game.law.chapter}.5(f)"
    for rank, more in zip(RANKS, [*range(1, 11), 10, 10, 10], strict=True):
        unseen = [f"{n}D" for n in "23456789TJ"][:more]
        played = game.play(game.round("1 tie 5", TIE_HAND, burn=" ".join([f"{rank}C", *unseen]))).ok()
        burned = played.told("burned")
        assert [e["card"] for e in burned] == [f"{rank}C", *unseen]
        assert [e.get("seen_by") for e in burned] == [None] + [[]] * more
        assert {e["cite"] for e in burned} == {cite}
    again = game.play(game.round("", TIE_HAND), game.later("", TIE_HAND, new_dealer=True)).ok()
    assert len(again.told("burned")) == BURNT  # a new dealer burns nothing


# --- 6. Point Count


def cards_count_their_value() -> None:
    """2 to 9 their face value, 10 to king nothing, an ace 1; suits do not matter."""
    assert [points([rank + "S"]) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert {points([rank + suit]) for suit in "SHDC" for rank in "TJQK"} == {0}


def point_count_is_the_last_digit() -> None:
    """The examples: ace, 2, 4 make 7; ace, 2, 9 make 2. And 9 and ace make 0, three nines 7."""
    assert [points(hand.split()) for hand in ("AS 2S 4S", "AS 2S 9S", "9S AS", "9S 9S 9S")] == [7, 2, 0, 7]


# --- 7. Wagers


def bankers_hand(game: BaccaratGame) -> None:
    """Wins when higher, loses when lower, is returned on a tie; a two-card 7 and a Dragon 7 win with vigorish."""
    ways = {BANKER_WINS: "20.00", PLAYER_WINS: "0.00", TIE_HAND: "10.00", DRAGON_SEVEN: "20.00", TWO_CARD_SEVEN: "20.00"}
    for hands, back in ways.items():
        assert game.settle("1 bankers_hand 10", hands).returned(1, "bankers_hand") == back
    paragraph = f"{game.law.wagers}(a)(1)"
    assert game.settle("1 bankers_hand 10", PLAYER_WINS).cite(1, "bankers_hand") == f"{paragraph}(ii)"
    assert game.settle("1 bankers_hand 10", TIE_HAND).cite(1, "bankers_hand") == f"{paragraph}(iii)"
    assert game.settle("1 bankers_hand 10", TIE_HAND).told("returned")


def bankers_hand_at_an_ez_table(game: BaccaratGame) -> None:
    """A Dragon 7 is returned; any other win is paid whole, a two-card 7 too (I-627a-02)."""
    for hands, back in ((DRAGON_SEVEN, "10.00"), (TWO_CARD_SEVEN, "20.00"), (BANKER_WINS, "20.00"), (PLAYER_WINS, "0.00")):
        line = game.settle("1 bankers_hand 10", hands, ez_baccarat=True).line(1, "bankers_hand")
        assert (line["returned"], line["vigorish"]) == (back, "0.00")
    pushed = game.settle("1 bankers_hand 10", DRAGON_SEVEN, ez_baccarat=True)
    assert pushed.cite(1, "bankers_hand") == f"{game.law.wagers}(a)(1)(iii)"
    assert pushed.words()[-1] == "Dragon 7"


def players_hand(game: BaccaratGame) -> None:
    """Wins when higher, loses when lower, a Dragon 7 included at any table, and is returned on a tie."""
    for hands, back in ((PLAYER_WINS, "20.00"), (BANKER_WINS, "0.00"), (TIE_HAND, "10.00"), (DRAGON_SEVEN, "0.00")):
        for ez in (False, True):
            assert game.settle("1 players_hand 10", hands, ez_baccarat=ez).returned(1, "players_hand") == back
    paragraph = f"{game.law.wagers}(a)(2)"
    assert game.settle("1 players_hand 10", BANKER_WINS).cite(1, "players_hand") == f"{paragraph}(ii)"
    assert game.settle("1 players_hand 10", TIE_HAND).cite(1, "players_hand") == f"{paragraph}(iii)"


def tie_wager(game: BaccaratGame) -> None:
    """Wins when both count the same, natural or not, and loses otherwise."""
    for hands, back in ((TIE_HAND, "90.00"), (("9S KS", "9H KH"), "90.00"), (PLAYER_WINS, "0.00"), (BANKER_WINS, "0.00")):
        assert game.settle("1 tie 10", hands).returned(1, "tie") == back
    assert game.settle("1 tie 10", PLAYER_WINS).cite(1, "tie") == f"{game.law.wagers}(a)(3)(ii)"
    assert game.settle("1 tie 10", TIE_HAND).cite(1, "tie") == f"{game.law.payout}(b)"


def dragon_bonus_is_offered_where_filed(game: BaccaratGame) -> None:
    """On either hand or both, with no other wager; not at all where it was not filed, and on nothing else."""
    played = game.settle("1 dragon_bonus@players_hand 5; 1 dragon_bonus@bankers_hand 5", PLAYER_WINS)
    assert played.returned(1, "dragon_bonus", "players_hand") == "10.00"
    assert played.returned(1, "dragon_bonus", "bankers_hand") == "0.00"
    cite = f"{game.law.wagers}(a)(4)"
    unfiled = game.play(game.round("1 dragon_bonus@players_hand 5", PLAYER_WINS))
    refused(unfiled, "not_offered", cite)
    for spot in ("", "@tie"):
        stray = game.play(game.round(f"1 dragon_bonus{spot} 5", PLAYER_WINS), dragon_bonus=True)
        refused(stray, "no_such_spot", cite)


# Each clause of the Dragon Bonus: the hand that was chosen, the other, what 5.00 comes back as, and the clause.
DRAGON_CLAUSES = {
    "i_A": [("KS 8S", "KH 7H", "10.00", "12(e)"), ("KS 9S", "KH KD", "10.00", "12(e)")],
    "i_B": [("KS 9S", "KH 8H", "10.00", "12(e)")],
    "i_C": [("KS 7S", "KH 6H", "0.00", "7(a)(4)(ii)(C)"), ("KS 7S", "2H 2D KC", "0.00", "7(a)(4)(ii)(C)")],
    "ii_A": [("KS 8S", "KH 9H", "0.00", "7(a)(4)(ii)(A)")],
    "ii_B": [("KS 6S", "KH 7H", "0.00", "7(a)(4)(ii)(B)"), ("KS 7S", "KH 7H", "0.00", "7(a)(4)(ii)(B)")],
    "ii_C": [("KS 7S", "KH 6H", "0.00", "7(a)(4)(ii)(C)")],
    "iii": [("KS 8S", "KH 8H", "5.00", "7(a)(4)(iii)"), ("KS 9S", "KH 9H", "5.00", "7(a)(4)(iii)")],
}


def dragon_clause(game: BaccaratGame, clause: str) -> None:
    """One clause, with the Dragon Bonus on the Player's Hand and, hands exchanged, on the Banker's."""
    for chosen, other, back, cite in DRAGON_CLAUSES[clause]:
        if len(other.split()) == 3:
            continue
        section, _, rest = cite.partition("(")
        where = f"{game.law.payout if section == '12' else game.law.wagers}({rest}"
        for on, hands in (("players_hand", (chosen, other)), ("bankers_hand", (other, chosen))):
            played = game.settle(f"1 dragon_bonus@{on} 5", hands)
            assert (played.returned(1, "dragon_bonus", on), played.cite(1, "dragon_bonus", on)) == (back, where), hands
