"""What every baccarat game does; a chapter's tests call these under its own provisions."""

from typing import Any

import msgspec
import pytest

from pitboss import catalogue, law
from pitboss.drivers.round import Round
from pitboss.equipment.cards import RANKS
from pitboss.equipment.shoe import ShoeState
from pitboss.events import CutMade, Discarded, Event, Marked, RoundVoided, Settlement
from pitboss.families.baccarat.hands import POINTS, Hand, banker_draws, dragon_7, player_draws, points
from pitboss.families.baccarat.rules import BaccaratRules, Law
from pitboss.game import DEALER_OR_FLOOR, FLOOR_ONLY, Game, RoundStart, When
from pitboss.journal import Report
from pitboss.procedure import DEALER, FLOOR, Answer, Draw, Election, Refused, Window
from pitboss.roles import Role
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, fault, play, refused
from pitboss.wagers import close_betting
from tests.shoes import (
    Step,
    asked,
    cards_inspected,
    cites_due,
    dealer_signs_for_the_first_player,
    default,
    follow,
    left_in,
    offers,
)

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
    first, second = player.split(), banker.split()
    return " ".join([first[0], second[0], first[1], second[1], *first[2:], *second[2:]])


class BaccaratGame(msgspec.Struct, frozen=True):
    """A chapter's game under test."""

    name: str
    law: Law

    @property
    def game(self) -> Game:
        return catalogue.game(self.name)

    def submit(self, **choices: Any) -> BaccaratRules:
        rules = submit(self.game.rules, choices)
        assert isinstance(rules, BaccaratRules)
        return rules

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

    def begin(self, start: RoundStart, state: Any = None, **choices: Any) -> Round:
        """A round of this game, at its first question."""
        rules = submit(self.game.rules, choices)
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
    rules = submit(game.game.rules, choices)
    assert (rules.number(1), rules.number(count)) == (count, 1)
    numbers = [text.text for text in game.game.felt(rules).inscriptions if text.cite == f"{game.law.chapter}.2(a)"]
    assert numbers == [str(n) for n in range(count, 0, -1)]


def decks_are_six_to_eight(game: BaccaratGame) -> None:
    """Five are too few, nine too many; seven are lawful (I-627a-09)."""
    for decks in (6, 7, 8):
        assert (
            game.play(game.round("1 tie 5", TIE_HAND), decks=decks).ok().events_of("shuffled")[0]["count"] == 52 * decks
        )
    for decks in (5, 9):
        game.refused_choice(f"{game.law.chapter}.3(a)", decks=decks)
    seventh = ["AS", "AS", "AS", "AS", "AS", "AS"]  # two burned and the first four: all aces of spades of six decks
    refused(game.play(deal("", [*seventh, "AS"]), decks=6), "impossible", game.submit().style.third[0])


def cards_are_replaced_after_each_shoe(game: BaccaratGame) -> None:
    """A new shoe of new decks, told as such; the first shoe is none."""
    assert game.law.replaced
    played = game.play(*played_again(game)).ok()
    inspected = f"{game.law.chapter}.4(a)"
    assert [(e["by"], e["cite"]) for e in played.events_of("attested")] == [(DEALER, inspected), (FLOOR, inspected)]
    assert [(e["thing"], e["cite"]) for e in played.events_of("replaced")] == [("cards", game.law.replaced)]
    assert [e["count"] for e in played.events_of("shuffled")] == [COUNT] * 2
    assert game.game.duties(game.game.example()) == ()
    ready = game.play(*played_again(game), preshuffled_decks=True).ok()
    assert [(e["by"], e["cite"]) for e in ready.events_of("attested")] == [(DEALER, game.law.preshuffled)]
    assert len(ready.events_of("replaced")) == 1


def played_again(game: BaccaratGame) -> list[dict[str, Any]]:
    """The last two rounds of a shoe, and the first of the next."""
    wager = "1 tie 5"
    first = game.round(wager, TIE_HAND, faults=[fault("cover_card", 3)])
    return [first, game.later(wager, TIE_HAND), game.round(wager, TIE_HAND)]


def preshuffled_decks_skip_the_opening(game: BaccaratGame, *, each_shoe: bool) -> None:
    """Preinspected and preshuffled decks are neither inspected, spread nor washed, nor shuffled again."""
    wager, chapter = "1 tie 5", game.law.chapter
    end = [fault("cover_card", 3)]
    rounds = game.round(wager, TIE_HAND, faults=end), game.later(wager, TIE_HAND), game.round(wager, TIE_HAND)
    played = game.play(*rounds, preshuffled_decks=True).ok()
    again = game.law.preshuffled if each_shoe else f"{chapter}.5(a)"
    assert [e["cite"] for e in played.events_of("shuffled")] == [game.law.preshuffled, again]
    came, here = (submit(game.game.rules, {"preshuffled_decks": preshuffled}) for preshuffled in (True, False))
    assert cites_due(game.game, came, When.CARDS) == [game.law.preshuffled]
    assert cites_due(game.game, came, When.ARRIVAL) == []
    assert cites_due(game.game, here, When.CARDS) == [f"{chapter}.4(a)"]
    assert cites_due(game.game, here, When.ARRIVAL) == [f"{chapter}.4(b)", f"{chapter}.4(c)"]
    dealer_signs_for_the_first_player(game.game, here, f"{chapter}.4(b)")


# --- 5. Shuffle and cut


def shuffled_before_play_and_after_each_shoe(game: BaccaratGame) -> None:
    """Shuffle, cut, cover card and burn come before the first wager, and not again while the shoe lasts."""
    played = game.play(game.round("1 tie 5", TIE_HAND), game.later("1 tie 5", TIE_HAND)).ok()
    kinds = [e["event"] for e in played.events]
    assert kinds[:6] == ["round_opened", "shuffled", "cut_made", "marked", "burned", "burned"]
    assert kinds.index("wagered") > 5
    assert kinds.count("shuffled") == 1
    assert played.events_of("shuffled")[0]["cite"] == f"{game.law.chapter}.5(a)"


def reopened_table_has_a_new_shoe(game: BaccaratGame, cite: str, **submission: Any) -> None:
    """Opened anew, or after nobody was there: a full shoe, shuffled, cut and burned; no last hand, no card kept is left."""
    drawn, last = fault("card_drawn_in_error", BURNT + 2), fault("cover_card", 3)
    first = game.round("1 bankers_hand 10", BANKER_WINS, "8D", faults=[drawn, last])
    first["chance"] = [*BURN.split(), "2S", "9S", "8D", "5S", "KS"]
    wagers = "1 tie 5"
    played = game.play(
        first,
        game.round(wagers, TIE_HAND, reopened=True),
        game.later(wagers, TIE_HAND),
        vigorish_collection="deferred",
        **submission,
    ).ok()
    assert [(e["count"], e["cite"]) for e in played.events_of("shuffled")] == [
        (COUNT, f"{game.law.chapter}.5(a)"),
        (COUNT, cite),
    ]
    assert len(played.events_of("cut_made")) == 2
    assert len(played.events_of("burned")) == 2 * BURNT
    assert played.words().count("last hand") == 1  # of the shoe that is gone
    assert [e["card"] for e in played.events_of("dealt")][4:8] == order(*TIE_HAND).split()
    kinds = [e["event"] for e in played.events]
    assert kinds.index("charged") < kinds.index("shuffled", kinds.index("round_closed"))  # I-627a-08
    # those on the table came when it was opened, and were signed for
    assert played.events_of("attested") == played.events_of("replaced") == []
    cards = next(thing for thing in game.game.things(game.submit()) if thing.name == "cards")
    assert cards.new_at_opening is bool(game.law.replaced)
    assert offers(game.begin(RoundStart(9, seated=(3, 1, 7), reopened=True), game.game.state(shoe=ShoeState(shuffled=True)))) == [
        1, 3, 7, DEALER,
    ]  # fmt: skip


def cut_is_offered_clockwise_from_the_highest_number(game: BaccaratGame, state: Any = None) -> None:
    """From the dealer's left, seat after seat; when all decline the dealer cuts. The first to accept cuts."""
    start = RoundStart(1, seated=(3, 1, 7))
    assert offers(game.begin(start, state)) == [1, 3, 7, DEALER]
    round_ = game.begin(start, state)
    cards_inspected(round_)
    assert asked(round_).cite == f"{game.law.chapter}.5(b)"
    round_.answer(Answer(1, "decline_cut"))
    assert round_.answer(Answer(3, "cut", amount=100)) == [CutMade(3, 100, cite=f"{game.law.chapter}.5(c)")]
    assert asked(round_).kind == "cover card"


def cut_is_ten_cards_from_either_end(game: BaccaratGame) -> None:
    """Nine from top or bottom is no cut, ten is."""
    for at, ok in ((9, False), (10, True), (COUNT - 10, True), (COUNT - 9, False)):
        round_ = game.begin(RoundStart(1))
        if ok:
            assert round_.answer(Answer(DEALER, "cut", amount=at))
        else:
            with pytest.raises(Refused) as caught:
                round_.answer(Answer(DEALER, "cut", amount=at))
            assert (caught.value.why, caught.value.cite) == ("not_lawful", f"{game.law.chapter}.5(c)")


def cover_card_has_fourteen_cards_beneath_it(game: BaccaratGame) -> None:
    """Thirteen are too few; fourteen are enough, and what happens if nobody says otherwise."""
    cite = f"{game.law.chapter}.5(d)"
    for at, ok in ((13, False), (14, True), (100, True)):
        round_ = game.begin(RoundStart(1))
        default(round_)
        if ok:
            (event,) = round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert event == Marked("cover card", f"{at} from the bottom", cite=cite)
        else:
            with pytest.raises(Refused) as caught:
                round_.answer(Answer(DEALER, "cover_card", amount=at))
            assert (caught.value.why, caught.value.cite) == ("not_lawful", cite)
    assert game.play(game.round("", TIE_HAND)).ok().events_of("marked")[0]["at"] == "14 from the bottom"


def recut_is_by_the_next_one_entitled(game: BaccaratGame) -> None:
    """After a cut and before the shoe is loaded the floor may order another, by the next player, at last the dealer."""
    round_ = game.begin(RoundStart(1, seated=(1, 2, 5)))
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
        burned = played.events_of("burned")
        assert [e["card"] for e in burned] == [f"{rank}C", *unseen]
        assert [e.get("seen_by") for e in burned] == [None] + [[]] * more
        assert {e["cite"] for e in burned} == {cite}
    again = game.play(game.round("1 tie 5", TIE_HAND), game.later("1 tie 5", TIE_HAND, new_dealer=True)).ok()
    assert len(again.events_of("burned")) == BURNT  # a new dealer burns nothing


# --- 6. Point Count


def cards_count_their_value() -> None:
    """2 to 9 their face value, 10 to king nothing, an ace 1; suits do not matter."""
    assert [points([rank + "S"]) for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    assert {POINTS[rank] for rank in "TJQK"} == {points([rank + suit]) for suit in "SHDC" for rank in "TJQK"} == {0}


def point_count_is_the_last_digit() -> None:
    """The examples: ace, 2, 4 make 7; ace, 2, 9 make 2. And 9 and ace make 0, three nines 7."""
    assert [points(hand.split()) for hand in ("AS 2S 4S", "AS 2S 9S", "9S AS", "9S 9S 9S")] == [7, 2, 0, 7]


# --- 7. Wagers


def bankers_hand(game: BaccaratGame) -> None:
    """Wins when higher, loses when lower, is returned on a tie; a two-card 7 and a Dragon 7 win with vigorish."""
    ways = {
        BANKER_WINS: "20.00",
        PLAYER_WINS: "0.00",
        TIE_HAND: "10.00",
        DRAGON_SEVEN: "20.00",
        TWO_CARD_SEVEN: "20.00",
    }
    for hands, back in ways.items():
        assert game.settle("1 bankers_hand 10", hands).returned(1, "bankers_hand") == back
    paragraph = f"{game.law.wagers}(a)(1)"
    assert game.settle("1 bankers_hand 10", PLAYER_WINS).cite(1, "bankers_hand") == f"{paragraph}(ii)"
    assert game.settle("1 bankers_hand 10", TIE_HAND).cite(1, "bankers_hand") == f"{paragraph}(iii)"
    assert game.settle("1 bankers_hand 10", TIE_HAND).events_of("returned")


def bankers_hand_at_an_ez_table(game: BaccaratGame) -> None:
    """A Dragon 7 is returned; any other win is paid whole, a two-card 7 too (I-627a-02)."""
    for hands, back in (
        (DRAGON_SEVEN, "10.00"),
        (TWO_CARD_SEVEN, "20.00"),
        (BANKER_WINS, "20.00"),
        (PLAYER_WINS, "0.00"),
    ):
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
    for hands, back in (
        (TIE_HAND, "90.00"),
        (("9S KS", "9H KH"), "90.00"),
        (PLAYER_WINS, "0.00"),
        (BANKER_WINS, "0.00"),
    ):
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


def margin(lead: int, on: str) -> tuple[str, str]:
    """Two hands, neither a Natural, of which the one chosen counts so many more than the other."""
    if on == "players_hand":
        return (f"KS 5S {lead - 5}S", "KH KD KC") if lead > 7 else ("KS 7S", f"KH KD {'QA234567'[7 - lead]}C")
    return ("KH 4H 6C", f"KS 5S {lead - 5}S") if lead > 7 else (f"KH KD {'QA234567'[7 - lead]}C", "KS 7S")


def dragon(game: BaccaratGame, on: str, hands: tuple[str, str], back: str, cite: str, **submission: Any) -> None:
    """A Dragon Bonus of 5.00 on a hand comes back as this, under this provision."""
    played = game.settle(f"1 dragon_bonus@{on} 5", hands, **submission)
    assert (played.returned(1, "dragon_bonus", on), played.cite(1, "dragon_bonus", on)) == (back, cite), hands


def dragon_on_either(game: BaccaratGame, chosen: str, other: str, back: str, cite: str) -> None:
    """The same of the Player's Hand and, the hands exchanged, of the Banker's."""
    dragon(game, "players_hand", (chosen, other), back, cite)
    dragon(game, "bankers_hand", (other, chosen), back, cite)


def dragon_wins_with_a_natural_over_none(game: BaccaratGame) -> None:
    """A Natural 8 or 9 against no Natural wins 1 to 1, by whatever lead (I-627a-04)."""
    for chosen in ("KS 8S", "KS 9S"):
        for other in ("KH 7H", "KH KD"):
            dragon_on_either(game, chosen, other, "10.00", f"{game.law.payout}(e)")


def dragon_wins_with_natural_9_over_natural_8(game: BaccaratGame) -> None:
    """A Natural 9 against a Natural 8 wins 1 to 1."""
    dragon_on_either(game, "KS 9S", "KH 8H", "10.00", f"{game.law.payout}(e)")


def dragon_wins_by_four_points(game: BaccaratGame) -> None:
    """Without a Natural a lead of four wins, of three or less loses."""
    for on in ("players_hand", "bankers_hand"):
        dragon(game, on, margin(4, on), "10.00", f"{game.law.payout}(e)")
        for lead in (3, 2, 1):
            dragon(game, on, margin(lead, on), "0.00", f"{game.law.wagers}(a)(4)(ii)(C)")


def dragon_loses_with_natural_8_to_natural_9(game: BaccaratGame) -> None:
    """A Natural 8 against a Natural 9 loses."""
    dragon_on_either(game, "KS 8S", "KH 9H", "0.00", f"{game.law.wagers}(a)(4)(ii)(A)")


def dragon_loses_with_no_more_points(game: BaccaratGame) -> None:
    """Without a Natural an equal or a lower count loses, also to a Natural."""
    for chosen, other in (("KS 6S", "KH 7H"), ("KS 7S", "KH 7H"), ("KS 7S", "KH 8H")):
        dragon_on_either(game, chosen, other, "0.00", f"{game.law.wagers}(a)(4)(ii)(B)")


def dragon_is_returned_on_equal_naturals(game: BaccaratGame) -> None:
    """Two Naturals of the same count push."""
    for count in "89":
        dragon_on_either(game, f"KS {count}S", f"KH {count}H", "5.00", f"{game.law.wagers}(a)(4)(iii)")


def insurance_is_offered_at_an_ez_table_alone(game: BaccaratGame) -> None:
    """At a table with vigorish there is no Dragon 7 Insurance Wager."""
    part = game.round("1 dragon_7_insurance 5", DRAGON_SEVEN)
    refused(game.play(part), "not_offered", f"{game.law.wagers}(a)(5)")
    game.play(part, ez_baccarat=True).ok()


def insurance_wins_on_a_dragon_7(game: BaccaratGame) -> None:
    """40 to 1 on a Dragon 7; lost on a two-card 7, on any other win, on a loss and on a tie."""
    for hands, back, cite in (
        (DRAGON_SEVEN, "205.00", f"{game.law.payout}(f)"),
        (TWO_CARD_SEVEN, "0.00", f"{game.law.wagers}(a)(5)(ii)"),
        (("KS 7S", "2S 3S 2H"), "0.00", f"{game.law.wagers}(a)(5)(ii)"),
        (BANKER_WINS, "0.00", f"{game.law.wagers}(a)(5)(ii)"),
        (PLAYER_WINS, "0.00", f"{game.law.wagers}(a)(5)(ii)"),
    ):
        played = game.settle("1 dragon_7_insurance 5", hands, ez_baccarat=True)
        assert (played.returned(1, "dragon_7_insurance"), played.cite(1, "dragon_7_insurance")) == (back, cite)


def dragon_7_leaves_the_dragon_bonus_alone(game: BaccaratGame) -> None:
    """I-627a-05: a three-card 7 over 3 wins the Dragon Bonus by its lead, at an EZ Baccarat table too."""
    hands = "KS KD 3H", "AH 2H 4H"
    assert game.settle("1 tie 5", hands, ez_baccarat=True).words()[-1] == "Dragon 7"
    dragon(game, "bankers_hand", hands, "10.00", f"{game.law.payout}(e)", ez_baccarat=True)


def dragon_bonus_alone_may_be_forbidden(game: BaccaratGame) -> None:
    """I-627a-05: where so filed, a Dragon Bonus Wager needs one on either hand; a Tie Wager is not enough."""
    for other, ok in (("", False), ("; 1 tie 5", False), ("; 1 players_hand 5", True), ("; 1 bankers_hand 5", True)):
        part = game.round(f"1 dragon_bonus@players_hand 5{other}", TIE_HAND)
        game.play(part, dragon_bonus=True).ok()
        strict = game.play(part, dragon_bonus=True, dragon_bonus_alone=False)
        strict.ok() if ok else refused(strict, "wager_required", "I-627a-05")


def both_hands_may_be_forbidden(game: BaccaratGame) -> None:
    """I-627a-06: one player may wager on both hands unless it is filed otherwise; two players always may."""
    for first, second in (("players_hand", "bankers_hand"), ("bankers_hand", "players_hand")):
        part = game.round(f"1 {first} 5; 1 {second} 5", TIE_HAND)
        game.play(part).ok()
        refused(game.play(part, both_hands=False), "not_offered", "I-627a-06")
        game.play(game.round(f"1 {first} 5; 2 {second} 5; 1 tie 5; 1 {first} 5", TIE_HAND), both_hands=False).ok()


def wagers_are_chips_or_cash(game: BaccaratGame) -> None:
    """Chips, or a verbal wager with cash; nothing else. One position for each player (I-GEN-24)."""
    cash = [{"seat": 1, "wager": "tie", "amount": "5.00", "form": "verbal_with_cash"}]
    game.play({**game.round("", TIE_HAND), "wagers": cash}).ok()
    verbal = [{**cash[0], "form": "verbal"}]
    refused(game.play({**game.round("", TIE_HAND), "wagers": verbal}), "form_not_accepted", f"{game.law.wagers}(b)")
    two = [{"seat": seat, "wager": "tie", "amount": "5.00", "player": "Ann"} for seat in (1, 2)]
    refused(game.play({**game.round("", TIE_HAND), "wagers": two}), "one_position", "I-GEN-24")


def dealer_confirms_a_spoken_wager(game: BaccaratGame) -> None:
    """Once for each player who put down cash, when betting is closed and before a card is dealt; nobody for chips."""
    cash = [
        {"seat": 1, "wager": wager, "amount": "5.00", "form": "verbal_with_cash"} for wager in ("tie", "players_hand")
    ]
    chips = [{"seat": 2, "wager": "tie", "amount": "5.00"}]
    played = game.play({**game.round("", TIE_HAND), "wagers": cash + chips}).ok()
    said = [e["event"] for e in played.events if e["event"] in ("attested", "dealt")]
    assert said.index("attested") < said.index("dealt")
    (confirmed,) = played.events_of("attested")
    assert (confirmed["by"], confirmed["seat"], confirmed["cite"]) == (DEALER, 1, f"{game.law.wagers}(b)")
    assert confirmed["what"] == "confirmed the spoken wager and converted its cash into value chips"
    assert not game.play({**game.round("", TIE_HAND), "wagers": chips}).ok().events_of("attested")


def limits_hold(game: BaccaratGame) -> None:
    """Below the minimum and above the maximum are refused, at both they are taken; side wagers have limits of their own."""
    posted = {"minimum": "5.00", "maximum": "50.00", "limits": {"tie": {"minimum": "1.00", "maximum": "2.00"}}}
    for wager, amount, why in (
        ("players_hand", "4.99", "below_minimum"), ("players_hand", "5.00", ""), ("players_hand", "50.00", ""),
        ("players_hand", "50.01", "above_maximum"), ("tie", "0.99", "below_minimum"), ("tie", "1.00", ""),
        ("tie", "2.01", "above_maximum"),
    ):  # fmt: skip
        played = game.play(game.round(f"1 {wager} {amount}", TIE_HAND), **posted)
        refused(played, why, "I-GEN-34") if why else played.ok()


def nothing_moves_after_no_more_bets(game: BaccaratGame) -> None:
    """A wager may be made, increased or withdrawn before the call and not after it."""
    cite = f"{game.law.wagers}(c)"
    taken = [{"seat": 1, "answer": "remove", "wager": "tie"}]
    assert game.play(game.round("1 tie 5; 2 tie 5", TIE_HAND, answers=taken)).ok().order() == [(2, "tie")]
    late = [{"seat": 1, "wager": "tie", "amount": "5.00", "after": FULL - 1}]
    refused(game.play({**game.round("", TIE_HAND), "wagers": late}), "betting_closed", cite)
    round_ = game.begin(RoundStart(2), game.game.state(shoe=ShoeState(shuffled=True, cover=14)))
    round_.answer(Answer(1, "wager", "tie", "", 500))
    while isinstance(round_.pending, Window):
        round_.answer(Answer(DEALER, "no_more_bets"))
    assert isinstance(round_.pending, Draw)
    for says in ("wager", "remove"):
        with pytest.raises(Refused) as caught:
            round_.answer(Answer(1, says, "tie", "", 500))
        assert (caught.value.why, caught.value.cite) == ("betting_closed", cite)


# --- the two hands


def dealt(played: Played) -> list[tuple[str, str]]:
    return [(e["to"].split("'")[0], e["card"]) for e in played.events_of("dealt")]


def two_hands_are_dealt_in_turn(game: BaccaratGame) -> None:
    """The first and third cards are the Player's, the second and fourth the Banker's; third cards Player's first."""
    hands = "2S 3S 4S", "AH 2H 5H"  # 5 and 3: both draw
    played = game.settle("1 tie 5", hands)
    assert dealt(played) == [
        ("Player", "2S"), ("Banker", "AH"), ("Player", "3S"), ("Banker", "2H"), ("Player", "4S"), ("Banker", "5H"),
    ]  # fmt: skip
    shown = {e["of"]: (e["cards"], e["total"]) for e in played.events_of("revealed")}
    assert shown == {"Player's Hand": (["2S", "3S", "4S"], "9"), "Banker's Hand": (["AH", "2H", "5H"], "8")}
    cites_exist(played)


def no_more_bets_comes_before_the_first_card(game: BaccaratGame) -> None:
    """The call comes after the wagers and before any card of the hands."""
    played = game.settle("1 tie 5", TIE_HAND)
    kinds = [(e["event"], e.get("words")) for e in played.events]
    call = kinds.index(("announced", "no more bets"))
    assert kinds.index(("dealt", None)) > call > kinds.index(("wagered", None))
    assert played.events_of("announced")[0]["cite"] == f"{game.law.hands}(b)"


def counts_are_called_before_third_cards(game: BaccaratGame, cites: tuple[str, str]) -> None:
    """Both counts of two cards are announced; then third cards are dealt as they are due, one at most to a hand."""
    played = game.settle("1 tie 5", ("2S 3S 4S", "AH 2H 5H"))
    heard = [(e["event"], e.get("words", e.get("card"))) for e in played.events if e["event"] in ("dealt", "announced")]
    called = [("announced", "Player 5"), ("announced", "Banker 3")]
    assert heard[-6:-2] == [*called, ("dealt", "4S"), ("dealt", "5H")]
    assert tuple(e["cite"] for e in played.events_of("announced") if e["words"] in ("Player 5", "Banker 3")) == cites
    assert played.words()[-2:] == ["Player 9, Banker 8", "Player wins"]


# --- third cards


def player_draws_under_6() -> None:
    """5 draws and 6 stays, against any count of the Banker's that is no Natural."""
    for banker in range(8):
        assert [player_draws(player, banker) for player in range(8)] == [True] * 6 + [False] * 2


def naturals_end_the_drawing() -> None:
    """With an 8 or 9 on either side neither hand draws."""
    for natural in (8, 9):
        for other in range(10):
            for player, banker in ((natural, other), (other, natural)):
                assert not player_draws(player, banker)
                assert not banker_draws(player, banker, None)


def banker_draws_to_5_when_the_player_stays() -> None:
    """After a Player's Hand that stayed on 6 or 7: 5 draws, 6 stays."""
    for player in (6, 7):
        assert [banker_draws(player, banker, None) for banker in range(8)] == [True] * 6 + [False] * 2


def banker_draws_by_the_players_third_card() -> None:
    """0 to 2 draw, 7 stays; 3 draws but on 8, 4 on 2 to 7, 5 on 4 to 7, 6 on 6 and 7."""
    draws = {0: range(10), 1: range(10), 2: range(10), 4: range(2, 8), 5: range(4, 8), 6: (6, 7), 7: ()}
    draws[3] = tuple(n for n in range(10) if n != 8)
    for player in range(6):
        for banker in range(8):
            assert [n for n in range(10) if banker_draws(player, banker, n)] == list(draws[banker])


def third_cards_are_dealt_by_the_rule(game: BaccaratGame) -> None:
    """Played out: Banker's 3 stays on 8 and draws on 9, 4 stays on 1 and draws on 2, 5 on 3 and 4, 6 on 5 and 6."""
    for banker, stays, draws in (("AH 2H", "8", "9"), ("2H 2D", "A", "2"), ("2H 3H", "3", "4"), ("3H 3D", "5", "6")):
        assert len(dealt(game.settle("1 tie 5", (f"KS KD {stays}C", banker)))) == 5
        assert len(dealt(game.settle("1 tie 5", (f"KS KD {draws}C", f"{banker} KH")))) == 6
    for hands, count in ((PLAYER_WINS, 4), (TWO_CARD_SEVEN, 4), (DRAGON_SEVEN, 5), (("KS 8S", "KH KD"), 4)):
        assert len(dealt(game.settle("1 tie 5", hands))) == count


# --- the cover card


def asides(played: Played) -> list[str]:
    return [e["cite"] for e in played.events_of("marked") if e["at"] == "aside"]


def one_more_hand_after_the_cover_card(game: BaccaratGame) -> None:
    """Wherever it appears, the hand is finished, “last hand” called, one more played, and then the shoe is new."""
    for after in range(BURNT, FULL):
        first = game.round("1 tie 5", TIE_HAND, faults=[fault("cover_card", after)])
        played = game.play(first, game.later("1 tie 5", TIE_HAND), game.round("1 tie 5", TIE_HAND)).ok()
        assert asides(played) == [game.law.cover_out]
        kinds = [
            e.get("words", e["event"])
            for e in played.events
            if e["event"] in ("shuffled", "round_closed") or e.get("words") == "last hand"
        ]
        assert kinds == ["shuffled", "last hand", "round_closed", "round_closed", "shuffled", "round_closed"]
        (call,) = [e for e in played.events_of("announced") if e["words"] == "last hand"]
        assert call["cite"] == game.law.cover_out


def cover_card_comes_out_by_itself(game: BaccaratGame) -> None:
    """As the first card of a round: that hand is played, then “last hand”, then one more (I-627a-12)."""
    place = [{"by": "dealer", "answer": {"cover_card": COUNT - FULL}}]
    rounds = [
        game.round("1 tie 5", TIE_HAND, answers=place),
        game.later("1 tie 5", TIE_HAND),
        game.later("1 tie 5", TIE_HAND),
        game.round("1 tie 5", TIE_HAND),
    ]
    played = game.play(*rounds).ok()
    seen = [
        (e["event"], e.get("at") or e.get("words") or "")
        for e in played.events
        if e["event"] in ("round_opened", "shuffled") or e.get("at") == "aside" or e.get("words") == "last hand"
    ]
    assert seen == [
        ("round_opened", ""), ("shuffled", ""), ("round_opened", ""), ("marked", "aside"), ("announced", "last hand"),
        ("round_opened", ""), ("round_opened", ""), ("shuffled", ""),
    ]  # fmt: skip
    again = [fault("cover_card", BURNT), fault("cover_card", BURNT + 1)]
    refused(game.play(game.round("", TIE_HAND, faults=again)), "unused", f"{game.law.wagers}(c)")
    first = game.round("1 tie 5", TIE_HAND, faults=[fault("cover_card", BURNT)])
    second = game.later("1 tie 5", TIE_HAND, faults=[fault("cover_card", 1)])
    refused(game.play(first, second), "unused", f"{game.law.wagers}(c)")


# --- result and settlement


def result_is_announced(game: BaccaratGame) -> None:
    """The final counts, then the winner, a tie hand, or at an EZ Baccarat table a Dragon 7."""
    cite = f"{game.law.result}(a)"
    for hands, ez, words in (
        (PLAYER_WINS, False, ["Player 9, Banker 7", "Player wins"]),
        (BANKER_WINS, False, ["Player 7, Banker 9", "Banker wins"]),
        (TIE_HAND, True, ["Player 7, Banker 7", "tie hand"]),
        (DRAGON_SEVEN, False, ["Player 6, Banker 7", "Banker wins"]),
        (DRAGON_SEVEN, True, ["Player 6, Banker 7", "Dragon 7"]),
        (TWO_CARD_SEVEN, True, ["Player 6, Banker 7", "Banker wins"]),
    ):
        played = game.settle("1 tie 5", hands, ez_baccarat=ez)
        assert played.words()[-2:] == words
        assert [e["cite"] for e in played.events_of("announced")[-2:]] == [cite, cite]


def losers_first_then_winners_by_position(game: BaccaratGame) -> None:
    """All losers are collected; then from the dealer's left, the highest number, each winner with all winnings."""
    wagers = (
        "3 bankers_hand 10; 1 bankers_hand 10; 2 players_hand 10; 3 players_hand 10; "
        "1 dragon_bonus@bankers_hand 5; 2 tie 5; 2 bankers_hand 10"
    )
    played = game.settle(wagers, BANKER_WINS)
    assert played.order() == [
        (2, "players_hand"), (2, "tie"), (3, "players_hand"), (1, "bankers_hand"), (1, "dragon_bonus"), (2, "bankers_hand"),
        (3, "bankers_hand"),
    ]  # fmt: skip


def vigorish_and_payment(game: BaccaratGame, *, pays_first: bool) -> None:
    """At each position vigorish is collected or marked before the payment, or after it (I-627a-07)."""
    wagers = "1 bankers_hand 10; 2 bankers_hand 20; 1 dragon_bonus@bankers_hand 5"
    for collection, kind in (("at_payout", "noted"), ("deferred", "marked")):
        played = game.settle(wagers, BANKER_WINS, vigorish_collection=collection)
        fee = f"{game.law.payout}(d)({'1' if kind == 'noted' else '2'})"
        seen = [
            (e["event"], e["seat"]) for e in played.events if e["event"] == "paid"
            or (e["event"] == kind and e["cite"].startswith(fee))
        ]  # fmt: skip
        one, two = [("paid", 1), ("paid", 1)], [("paid", 2)]
        if pays_first:
            assert seen == [*one, (kind, 1), *two, (kind, 2)]
        else:
            assert seen == [(kind, 1), *one, (kind, 2), *two]
    assert not [
        e for e in game.settle(wagers, BANKER_WINS, ez_baccarat=True).events_of("noted") if "vigorish" in e["what"]
    ]


# --- payout odds; vigorish


def players_hand_pays_1_to_1(game: BaccaratGame) -> None:
    """Even money, without vigorish."""
    line = game.settle("1 players_hand 12.37", PLAYER_WINS).line(1, "players_hand")
    assert (line["returned"], line["vigorish"], line["cite"]) == ("24.74", "0.00", f"{game.law.payout}(a)")


def tie_pays_8_to_1_or_more(game: BaccaratGame) -> None:
    """8 to 1 unless more is filed; less is refused, whatever it is called."""
    for odds, back in (("8 to 1", "45.00"), ("9 for 1", "45.00"), ("8.5 to 1", "47.50"), ("9 to 1", "50.00")):
        assert game.settle("1 tie 5", TIE_HAND, tie_odds=odds).returned(1, "tie") == back
    for odds in ("7.99 to 1", "8 for 1", "1 to 1"):
        game.refused_choice(f"{game.law.payout}(b)", tie_odds=odds)


def bankers_hand_pays_1_to_1_less_5_percent(game: BaccaratGame) -> None:
    """5% of what was won, down to the cent; where so filed up to the next 25 cents, never below it (I-GEN-05)."""
    for stake, exact, rounded in (
        ("10.00", "0.50", "0.50"), ("5.00", "0.25", "0.25"), ("5.01", "0.25", "0.50"), ("4.99", "0.24", "0.25"),
        ("0.01", "0.00", "0.25"), ("0.19", "0.00", "0.25"), ("0.20", "0.01", "0.25"), ("13.00", "0.65", "0.75"),
        ("100.00", "5.00", "5.00"),
    ):  # fmt: skip
        for rounding, due in (("exact", exact), ("next_25_cents", rounded)):
            line = game.settle(f"1 bankers_hand {stake}", BANKER_WINS, vigorish_rounding=rounding).line(
                1, "bankers_hand"
            )
            assert line["vigorish"] == due, (stake, rounding)
            assert line["cite"] == f"{game.law.payout}(c)"
    lost = game.settle("1 bankers_hand 10; 2 bankers_hand 10", PLAYER_WINS)
    assert {s["vigorish"] for s in lost.settlements} == {"0.00"}


def charges(played: Played) -> list[tuple[int, int]]:
    return [(e["seat"], e["amount"]) for e in played.events_of("charged")]


def marker_text(played: Played, number: int) -> list[str]:
    return [e["at"] for e in played.events_of("marked") if e["marker"] == f"vigorish {number}"]


def vigorish_is_collected_with_the_payout(game: BaccaratGame) -> None:
    """At payout: taken there and then; nothing is marked or charged later."""
    end = [fault("cover_card", 3)]
    part = game.round("1 bankers_hand 10", BANKER_WINS, faults=end), game.later("1 bankers_hand 10", BANKER_WINS)
    played = game.play(*part, game.round("", TIE_HAND)).ok()
    assert [s["vigorish"] for s in played.settlements] == ["0.50", "0.50"]
    assert charges(played) == []
    assert not [e for e in played.events_of("paid") if e.get("deferred")]


def marked_vigorish_is_collected_before_a_new_shoe(game: BaccaratGame, count: int) -> None:
    """Marked at each win with the sum owed, the exact sum is collected before the next shuffle, then the marker goes."""
    wager, end = "1 bankers_hand 11; 3 bankers_hand 0.10", [fault("cover_card", 3)]
    rounds = game.round(wager, BANKER_WINS, faults=end), game.later(wager, BANKER_WINS), game.round("", TIE_HAND)
    for rounding, due in (("exact", [(1, 110), (3, 1)]), ("next_25_cents", [(1, 125), (3, 25)])):
        played = game.play(*rounds, vigorish_collection="deferred", vigorish_rounding=rounding).ok()
        assert charges(played) == due
        assert [(s["seat"], s["vigorish"]) for s in played.settlements] == [(1, "0.55"), (3, "0.00")] * 2
        assert all(e["deferred"] for e in played.events_of("paid"))
        assert marker_text(played, count) == ["$0.55", "$1.10", ""]
        assert marker_text(played, count - 2) == ["$0.00", "$0.01", ""]
        kinds = [e["event"] for e in played.events]
        closed = [n for n, kind in enumerate(kinds) if kind == "round_closed"]
        assert closed[0] < kinds.index("charged") < closed[1] < kinds.index("shuffled", 5)  # with the last hand
        cite = f"{game.law.payout}(d)(2)"
        assert {e["cite"] for e in played.events_of("charged")} == {f"{cite}(i)"}
        cites = [e["cite"] for e in played.events_of("marked") if e["marker"] == f"vigorish {count}"]
        assert cites == [f"{cite}(ii)", f"{cite}(ii)", f"{cite}(iii)"]


def marked_vigorish_is_collected_when_the_player_leaves(game: BaccaratGame) -> None:
    """Only one who owes, and has no wager up, leaves so; what others owe stays marked."""
    owes = game.round("1 bankers_hand 10; 2 bankers_hand 20", BANKER_WINS)
    goes = game.later("2 tie 5", TIE_HAND, faults=[fault("player_left", seat=1)])
    played = game.play(owes, goes, vigorish_collection="deferred").ok()
    assert charges(played) == [(1, 50)]
    assert played.events_of("irregularity_reported")[0]["cite"] == f"{game.law.payout}(d)(2)(i)"
    closed = f"{game.law.wagers}(c)"
    for seat in (2, 3):  # one with a wager up, one who owes nothing
        stays = game.later("2 tie 5", TIE_HAND, faults=[fault("player_left", seat=seat)])
        refused(game.play(owes, stays, vigorish_collection="deferred"), "unused", closed)
    twice = game.later("2 tie 5", TIE_HAND, faults=[fault("player_left", seat=1), fault("player_left", seat=1)])
    refused(game.play(owes, twice, vigorish_collection="deferred"), "unused", closed)
    refused(game.play(owes, goes), "unused", closed)  # collected at payout


def marker_of_less_than_a_cent_is_taken_off(game: BaccaratGame, count: int) -> None:
    """Owing 19 hundredths of $1 at 5%, nobody pays a cent, and the marker goes all the same; 20 are one cent."""
    for amount, due in (("0.19", []), ("0.20", [(1, 1)]), ("0.21", [(1, 1)])):
        owes = game.round(f"1 bankers_hand {amount}", BANKER_WINS)
        leaves = game.later("2 tie 5", TIE_HAND, faults=[fault("player_left", seat=1)])
        ends = game.later("2 tie 5", TIE_HAND, faults=[fault("cover_card", 1)]), game.later("2 tie 5", TIE_HAND)
        for rounds in ((owes, leaves), (owes, *ends)):
            played = game.play(*rounds, vigorish_collection="deferred").ok()
            assert charges(played) == due
            assert marker_text(played, count) == ["$0.01" if due else "$0.00", ""]


def marked_vigorish_is_collected_before_other_cards(game: BaccaratGame) -> None:
    """However the cards came to be changed: before a fresh shoe is shuffled all that is marked is collected."""
    owing = game.game.state(shoe=ShoeState(), won=((2, 1_000), (5, 30)))
    round_ = game.begin(RoundStart(7), owing, vigorish_collection="deferred")
    heard = [(type(e).__name__, getattr(e, "seat", 0), getattr(e, "amount", 0)) for e in round_.events]
    assert heard[:5] == [
        ("RoundOpened", 0, 0), ("Charged", 2, 50), ("Marked", 2, 0), ("Charged", 5, 1), ("Marked", 5, 0),
    ]  # fmt: skip
    assert heard[5][0] in ("Noted", "Shuffled")


def dragon_bonus_pays_by_the_paytable(game: BaccaratGame) -> None:
    """A: 30, 10, 6, 4, 2, 1 for leads of 9 to 4; B: 20, 8, 7, 4, 3, 1; C: 30, 10, 4, 4, 2, 2; a Natural 1 to 1. No vigorish."""
    tables = {"A": (30, 10, 6, 4, 2, 1), "B": (20, 8, 7, 4, 3, 1), "C": (30, 10, 4, 4, 2, 2)}
    for name, to_one in tables.items():
        for lead, to in zip(range(9, 3, -1), to_one, strict=True):
            for on in ("players_hand", "bankers_hand"):
                dragon(
                    game,
                    on,
                    margin(lead, on),
                    f"{5 * (to + 1)}.00",
                    f"{game.law.payout}(e)",
                    dragon_bonus_paytable=name,
                )
        for natural in (("KS 9S", "KH KD"), ("KS 8S", "KH 7H")):
            dragon(game, "players_hand", natural, "10.00", f"{game.law.payout}(e)", dragon_bonus_paytable=name)
    line = game.settle("1 dragon_bonus@bankers_hand 10", BANKER_WINS).line(1, "dragon_bonus", "bankers_hand")
    assert line["vigorish"] == "0.00"
    game.refused_choice(f"{game.law.payout}(e)", dragon_bonus_paytable="D")


# --- irregularities


def drawn_in_error_unseen_is_the_next_first_card(game: BaccaratGame) -> None:
    """Between two cards of the hand or after the last: kept unseen, it is the Player's first card next time."""
    for after, live in ((FULL, "9S 2S KS 5S 8H"), (FULL - 2, "9S 2S 8H KS 5S"), (FULL - 1, "9S 2S KS 8H 5S")):
        first = deal("1 tie 5", f"{BURN} {live}", irregularities=[fault("card_drawn_in_error", after)])
        played = game.play(first, deal("1 players_hand 10", "2D AD 5D")).ok()
        assert dealt(played)[:4] == [("Player", "9S"), ("Banker", "2S"), ("Player", "KS"), ("Banker", "5S")]
        assert dealt(played)[4:] == [("Player", "8H"), ("Banker", "2D"), ("Player", "AD"), ("Banker", "5D")]
        assert played.returned(1, "players_hand") == "20.00"
        assert played.events_of("irregularity_reported")[0]["cite"] == f"{game.law.faults}(a)"
    cites_exist(played)


def drawn_before_the_first_card_it_is_the_first(game: BaccaratGame) -> None:
    """With nothing of the hand out, the next hand is this one."""
    first = game.round("1 tie 5", PLAYER_WINS, faults=[fault("card_drawn_in_error", BURNT)])
    assert dealt(game.play(first).ok())[0] == ("Player", "9S")


def unseen_card_of_the_last_hand_is_discarded(game: BaccaratGame) -> None:
    """I-627a-13: there is no next hand of that shoe."""
    first = game.round("1 tie 5", TIE_HAND, faults=[fault("cover_card", 3)])
    last = game.later("1 tie 5", PLAYER_WINS, "8H", faults=[fault("card_drawn_in_error", 4)])
    played = game.play(first, last, game.round("1 tie 5", TIE_HAND)).ok()
    (gone,) = [e for e in played.events_of("discarded") if e["cite"] == "I-627a-13"]
    assert (gone["cards"], gone["seen_by"]) == (["8H"], [])
    assert dealt(played)[8] == ("Player", "7S")


def unauthorized_card_goes_to_a_banker_who_draws(game: BaccaratGame) -> None:
    """Seen or not, the card is the Banker's third where the Player stays and the Banker draws."""
    for disclosed, clause in ((False, "(b)"), (True, "(c)")):
        report = [fault("unauthorized_player_third_card", FULL, disclosed=disclosed)]
        played = game.play(game.round("1 bankers_hand 10", DRAGON_SEVEN, faults=report)).ok()
        assert dealt(played)[-1] == ("Banker", "2H")
        assert played.words()[-1] == "Banker wins"
        assert played.events_of("irregularity_reported")[0]["cite"] == f"{game.law.faults}{clause}"


def unauthorized_card_unseen_waits_for_the_next_hand(game: BaccaratGame) -> None:
    """Where the Banker stays as well, it is the first card of the next hand; after a Natural too, and after the Banker's third
    card."""
    for hands in (TWO_CARD_SEVEN, PLAYER_WINS, DRAGON_SEVEN):
        count = BURNT + len(order(*hands).split())
        first = game.round("1 tie 5", hands, "8H", [fault("unauthorized_player_third_card", count)])
        played = game.play(first, deal("1 players_hand 10", "2D AD 5D")).ok()
        assert played.returned(1, "players_hand") == "20.00"
        assert played.events_of("irregularity_reported")[0]["cite"] == f"{game.law.faults}(b)"


def unauthorized_card_needs_a_player_who_stays(game: BaccaratGame) -> None:
    """A third card that is due is none of these, nor is one before four cards are out."""
    closed = f"{game.law.wagers}(c)"
    for after in (BURNT, FULL - 1, FULL):
        part = game.round("1 tie 5", ("2S 3S 4S", "KH 7H"), faults=[fault("unauthorized_player_third_card", after)])
        refused(game.play(part), "unused", closed)


def disclosed_card_is_burned_with_one_more(game: BaccaratGame) -> None:
    """Burn plus one: the card is discarded in sight, one more unseen, and the round stands."""
    report = [fault("unauthorized_player_third_card", FULL, disclosed=True)]
    first = game.round("1 players_hand 10", PLAYER_WINS, "8H 3D", report)
    played = game.play(first, game.later("1 tie 5", TIE_HAND)).ok()
    cite = f"{game.law.faults}(c)(1)"
    assert [(e["cards"], e.get("seen_by")) for e in played.events_of("discarded") if e["cite"] == cite] == [
        (["8H"], None)
    ]
    assert [(e["card"], e["seen_by"]) for e in played.events_of("burned") if e["cite"] == cite] == [("3D", [])]
    assert played.returned(1, "players_hand") == "20.00"
    assert dealt(played)[4] == ("Player", "7S")


def simulated(played: Played) -> list[str]:
    """Cards of simulated rounds, in the order dealt."""
    return [e["card"] for e in played.events_of("dealt") if e.get("hand") == 1]


def disclosed_card_starts_a_simulated_round(game: BaccaratGame) -> None:
    """Simulated round: after the settlement, by the usual rules, without wagers, and to the discards."""
    report = [fault("unauthorized_player_third_card", FULL, disclosed=True)]
    first = game.round("1 players_hand 10", PLAYER_WINS, "2D AH 3H 2H 4D 5D", report)  # 3 and 5: both draw
    played = game.play(first, disclosed_player_third_card="simulated_round").ok()
    assert simulated(played) == ["2D", "AH", "3H", "2H", "4D", "5D"]
    assert len(played.settlements) == 1
    kinds = [(e["event"], e.get("hand", 0)) for e in played.events]
    assert kinds.index(("paid", 0)) < kinds.index(("dealt", 1)) < kinds.index(("discarded", 1))
    cite = f"{game.law.faults}(c)(2)"
    assert {e["cite"] for e in played.events_of("discarded") if e.get("hand")} == {cite}
    assert played.words()[-1] == "Player wins"  # of a simulated round nothing is announced
    cites_exist(played)


def other_disclosed_cards_start_a_simulated_round(game: BaccaratGame) -> None:
    """Drawn in error and seen, or found face up: the round goes on with the cards that follow (I-627a-15)."""
    rest = "AH 6H 2H"  # 8 and 3: a Natural ends it
    cite = f"{game.law.faults}(d)"
    for report in (fault("card_drawn_in_error", disclosed=True), fault("card_found_face_up")):
        for filed in ("burn_plus_one", "simulated_round"):
            for after in range(BURNT, FULL + 1):
                cards = order(*PLAYER_WINS).split()
                cards.insert(after - BURNT, "2D")
                part = deal(
                    "1 players_hand 10", f"{BURN} {' '.join(cards)} {rest}", irregularities=[{**report, "after": after}]
                )
                played = game.play(part, disclosed_player_third_card=filed).ok()
                assert dealt(played)[:4] == [("Player", "9S"), ("Banker", "2S"), ("Player", "KS"), ("Banker", "5S")]
                assert simulated(played) == ["2D", "AH", "6H", "2H"]
                assert played.returned(1, "players_hand") == "20.00"
                assert [(e["outcome"], e["cite"]) for e in played.events_of("shown")] == [("2D", cite)]


def simulated_round_takes_no_wagers(game: BaccaratGame) -> None:
    """A wager tendered during a simulated round is refused."""
    part = game.round("1 tie 5", PLAYER_WINS, "2D AH 6H 2H", [fault("card_found_face_up", FULL)])
    late = {"seat": 2, "wager": "tie", "amount": "5.00", "after": FULL + 2}
    part["wagers"] = [*part["wagers"], late]
    refused(game.play(part), "betting_closed", f"{game.law.wagers}(c)")


def simulated_round_may_lead_to_another(game: BaccaratGame) -> None:
    """A card disclosed in a simulated round starts one of its own; an unseen one waits for the next hand."""
    faults = [fault("card_found_face_up", FULL), fault("card_found_face_up", FULL + 2)]
    played = game.play(game.round("1 tie 5", PLAYER_WINS, "2D AH 8C 6H 2H 3D AC KC", faults)).ok()
    assert simulated(played) == ["2D", "AH", "6H", "2H", "8C", "3D", "AC", "KC"]
    faults = [fault("card_found_face_up", FULL), fault("card_drawn_in_error", FULL + 2)]
    first = game.round("1 tie 5", PLAYER_WINS, "2D AH 8C 6H 2H", faults)
    played = game.play(first, deal("1 players_hand 10", "2D AD 5D")).ok()
    assert simulated(played) == ["2D", "AH", "6H", "2H"]
    assert played.returned(1, "players_hand") == "20.00"


SHORT = Report("insufficient_cards")


def short_table(game: BaccaratGame, left: list[str], **choices: Any) -> Round:
    """A round of a table whose shoe has these cards left."""
    return game.begin(RoundStart(9), game.game.state(shoe=left_in(COUNT, left)), **choices)


def short_shoe_voids_the_round(game: BaccaratGame) -> None:
    """Reported when too few cards are left for both hands, the round is void, every wager goes back, the shoe is done."""
    wagers = "2 bankers_hand 10; 1 players_hand 10; 1 tie 5"
    cards, cite = order("2S 3S 4S", "AH 2H 5H").split(), f"{game.law.faults}(e)"
    for out in range(5):  # of six
        round_ = short_table(game, cards[:5])
        events = follow(round_, wagers, [*cards[:out], SHORT])
        assert [e.cite for e in events if isinstance(e, RoundVoided)] == [cite]
        lines = [(e.seat, e.wager, e.returned == e.stake, e.cite) for e in events if isinstance(e, Settlement)]
        assert lines == [(1, "players_hand", True, cite), (1, "tie", True, cite), (2, "bankers_hand", True, cite)]
        assert round_.result.shoe.spent
        assert not round_.result.last_hand
        enough = short_table(game, [*cards[:5], "KC"])
        with pytest.raises(Refused, match=f"the shoe holds {6 - out}, and this round can take no more than {6 - out}"):
            follow(enough, wagers, [*cards[:out], SHORT])
    stays = short_table(game, [*order("7S KS", "3S AH").split(), "5C"])  # only the Banker's Hand draws
    with pytest.raises(Refused, match="the shoe holds 1, and this round can take no more than 1"):
        follow(stays, wagers, [*order("7S KS", "3S AH").split(), SHORT])
    refused(game.play(game.round("1 tie 5", TIE_HAND, faults=[fault("insufficient_cards", BURNT)])), "unused",
        f"{game.law.wagers}(c)")  # fmt: skip


def short_shoe_leaves_no_card_for_the_next(game: BaccaratGame) -> None:
    """Cards kept for the next hand, or for a simulated round, are discarded with the shoe."""
    steps: list[Step] = [Report("card_found_face_up"), "8D", "9S", Report("card_drawn_in_error"), "8H", SHORT]
    events = follow(short_table(game, ["8D", "9S", "8H", "2C"]), "1 tie 5", steps)
    assert [list(e.cards) for e in events if isinstance(e, Discarded)] == [["9S"], ["8H", "8D"]]


def empty_shoe_voids_the_round(game: BaccaratGame) -> None:
    """With three cards left, the fourth cannot be dealt."""
    rules = game.submit()
    left = ["AS", "2S", "3S"]
    missing = list(rules.cards)
    for card in left:
        missing.remove(card)
    state = game.game.state(shoe=ShoeState(missing=tuple(missing), shuffled=True))
    round_ = game.begin(RoundStart(9), state)
    round_.answer(Answer(1, "wager", "tie", "", 500))
    events = round_.answer(Answer(DEALER, "no_more_bets"))
    for card in left:
        events += round_.answer(Answer("chance", card))
    assert round_.closed
    assert [e.cite for e in events if type(e).__name__ == "RoundVoided"] == [f"{game.law.faults}(e)"]
    assert round_.result.shoe.spent


def simulated_round_ends_with_the_shoe(game: BaccaratGame) -> None:
    """A shoe that runs out in a simulated round voids nothing; the next round has a new one."""
    hands = order(*PLAYER_WINS).split()
    steps: list[Step] = [*hands, Report("card_found_face_up"), "2D", "AH", SHORT]
    for left, ok in ((3, True), (4, False)):  # two of six cards are out
        round_ = short_table(game, [*hands, "2D", "AH", *["3C", "4C", "5C", "6C"][:left]])
        if not ok:
            with pytest.raises(Refused, match="the shoe holds 4, and this round can take no more than 4"):
                complete(game, round_, steps)
            continue
        events = complete(game, round_, steps)
        assert not [e for e in events if isinstance(e, RoundVoided)]
        assert [e.returned for e in events if isinstance(e, Settlement)] == [2000]
        assert round_.result.shoe.spent


def complete(game: BaccaratGame, round_: Round, steps: list[Step]) -> list[Event]:
    """One player on the Player's Hand; the report after four cards comes before the result is announced."""
    events = list(round_.events)
    waiting = list(steps)
    while not round_.closed:
        question = round_.pending
        if isinstance(question, Window):
            events += round_.answer(Answer(1, "wager", "players_hand", "", 1000))
            events += round_.answer(close_betting())
        elif isinstance(question, Election) and (question.kind != "result" or not isinstance(waiting[0], Report)):
            events += default(round_)
        elif isinstance(step := waiting.pop(0), Report):
            events += round_.report(step)
        else:
            events += round_.answer(Answer("chance", step))
    return events


# --- players who turn the cards (629a.8, 631a.9(d)–(e))


THEIRS = " is this player's to turn"


def handed(played: Played) -> list[tuple[int, str, str]]:
    """Who was handed which hand, under what provision."""
    return [(e.get("seat", 0), e["what"].removeprefix("the ").removesuffix(THEIRS), e["cite"]) for e in played.events_of("noted")
        if THEIRS in e["what"]]  # fmt: skip


def highest_bettors_turn_the_cards(
    game: BaccaratGame, called: tuple[str, str], third: tuple[str, str], **filed: Any
) -> None:
    """The highest wager on each hand is handed it face down and returns it face up, third card too; then it is called."""
    wagers = "1 players_hand 20; 2 players_hand 25; 3 bankers_hand 10; 4 bankers_hand 5; 4 tie 100"
    played = game.play(game.round(wagers, ("2S 3S 4S", "AH 2H 5H")), **filed).ok()
    player, banker = "Player's Hand", "Banker's Hand"
    assert handed(played) == [
        (2, player, called[0]),
        (3, banker, called[1]),
        (2, player, third[0]),
        (3, banker, third[1]),
    ]
    assert all(e["seen_by"] == [] for e in played.events_of("dealt"))
    kinds = [
        (e["event"], e.get("what", e.get("words", e.get("total"))))
        for e in played.events
        if e["event"] in ("revealed", "announced") or (e["event"] == "noted" and THEIRS in e["what"])
    ]
    start = kinds.index(("noted", f"the Player's Hand{THEIRS}"))
    assert kinds[start : start + 6] == [
        ("noted", f"the {player}{THEIRS}"), ("revealed", "5"), ("announced", "Player 5"),
        ("noted", f"the {banker}{THEIRS}"), ("revealed", "3"), ("announced", "Banker 3"),
    ]  # fmt: skip
    cites_exist(played)


def equal_wagers_go_to_the_dealers_right(game: BaccaratGame, **filed: Any) -> None:
    """Of equal highest wagers the one nearest the dealer counterclockwise, from the dealer's right, gets the hand (I-629a-02)."""
    wagers = (
        "1 players_hand 25; 5 players_hand 25; 3 players_hand 25; 2 bankers_hand 5; 4 bankers_hand 5; 6 bankers_hand 4"
    )
    played = game.play(game.round(wagers, TIE_HAND), **filed).ok()
    assert [seat for seat, _, _ in handed(played)] == [5, 4]


def dealer_turns_a_hand_without_wagers(game: BaccaratGame, cite: str, **filed: Any) -> None:
    """A hand that nobody wagered on is turned by the dealer."""
    played = game.play(game.round("1 players_hand 10; 2 tie 50", TIE_HAND), **filed).ok()
    assert [(seat, hand) for seat, hand, _ in handed(played)] == [(1, "Player's Hand")]
    assert [
        e["cite"] for e in played.events_of("noted") if e["what"] == "the Banker's Hand is the dealer's to turn"
    ] == [cite]


def cards_given_up_go_round(game: BaccaratGame, cite: str, **filed: Any) -> None:
    """Given up, or taken from a player who delays, the right goes to the next player on the right and round, and at last to the
    dealer."""
    wagers = "1 tie 5; 2 players_hand 25; 3 players_hand 5; 4 bankers_hand 5"
    hands = "2S 3S 4S", "AH 2H 5H"

    def seats(played: Played) -> list[int]:
        return [seat for seat, hand, _ in handed(played) if hand == "Player's Hand"]

    given = game.play(game.round(wagers, hands, answers="2 relinquish; 4 accept_cards"), **filed).ok()
    assert seats(given) == [2, 4, 4]  # 1 declined; the right holds for the third card
    late = game.play(game.round(wagers, hands, answers="2 turn_over; 2 relinquish; 1 accept_cards"), **filed).ok()
    assert seats(late) == [2, 2, 1]
    taken = game.play(game.round(wagers, hands, faults=[fault("player_delays", FULL, seat=2)], answers="1 accept_cards"),
        **filed).ok()  # fmt: skip
    assert seats(taken) == [2, 1, 1]
    assert taken.events_of("irregularity_reported")[0]["cite"] == cite
    nobody = game.play(game.round(wagers, hands, answers="2 relinquish"), **filed).ok()
    assert seats(nobody) == [2]
    turned = [e["cite"] for e in nobody.events_of("noted") if e["what"] == "the Player's Hand is the dealer's to turn"]
    assert turned == [cite, cite]  # the third card, too
    wrong = game.play(game.round(wagers, hands, faults=[fault("player_delays", FULL, seat=3)]), **filed)
    refused(wrong, "unused", f"{game.law.wagers}(c)")


def cards_given_up_may_be_for_bettors_alone(game: BaccaratGame, **filed: Any) -> None:
    """I-629a-03: where so filed, only those who wagered on the hand are offered it."""
    part = game.round("1 players_hand 25; 3 tie 5; 4 players_hand 5", TIE_HAND, answers="1 relinquish; 4 accept_cards")
    filed = {"relinquished_cards": "bettors", **filed}
    assert [seat for seat, hand, _ in handed(game.play(part, **filed).ok()) if hand == "Player's Hand"] == [1, 4]
    stranger = {**part, "answers": [part["answers"][0], {"seat": 3, "answer": "accept_cards"}]}
    refused(game.play(stranger, **filed), "unused", f"{game.law.wagers}(c)")


def elections_list_what_is_lawful(round_: Round) -> Election:
    """The pending election refuses a word it does not list, and anyone else's answer."""
    question = asked(round_)
    for wrong in (Answer(question.to, "no such word"), Answer(99, question.options[0].says)):
        with pytest.raises(Refused) as caught:
            round_.answer(wrong)
        assert caught.value.cite == question.cite
    return question


# --- paper


def layout_has_what_is_offered(game: BaccaratGame, count: int) -> None:
    """Three areas a seat, five with the Dragon Bonus, a sixth at an EZ table; numbered spaces where vigorish is marked."""
    chapter = game.law.chapter
    for choices, areas, spaces in (
        ({}, 3, 0),
        ({"dragon_bonus": True}, 5, 0),
        ({"dragon_bonus": True, "ez_baccarat": True, "vigorish_collection": "deferred"}, 6, 0),
        ({"vigorish_collection": "deferred"}, 3, count),
    ):
        felt = game.game.felt(submit(game.game.rules, choices))
        assert len(felt.areas) == areas * count
        assert [p.of for p in felt.places if p.what == "cards"] == ["Player's Hand", "Banker's Hand"]
        numbered = [text.text for text in felt.inscriptions if text.cite == f"{chapter}.2(b)(7)"]
        assert numbered == [str(n) for n in range(spaces, 0, -1)]
        assert {p.of for p in felt.places if p.what == "marker"} == {f"vigorish {n}" for n in range(1, spaces + 1)}
    rules = submit(game.game.rules, {"dragon_bonus": True, "ez_baccarat": True, "tie_odds": "9 to 1"})
    printed = {text.cite: text.text for text in game.game.felt(rules).inscriptions}
    assert "push" in printed[f"{chapter}.2(b)(6)(ii)"]
    odds, push = game.game.signs(rules)
    assert (odds.cite, push.cite) == (f"{chapter}.2(b)(3)", f"{chapter}.2(b)(6)(ii)")
    for words in ("Tie pays 9 to 1", "win by 9: 30 to 1", "natural tie: push", "Insurance pays 40 to 1"):
        assert words in odds.text
    assert "vigorish" not in odds.text
    (plain,) = game.game.signs(submit(game.game.rules, {}))
    assert "less 5% vigorish" in plain.text


def marker_buttons_are_looked_at_where_used(game: BaccaratGame) -> None:
    """An item of the equipment checklist where vigorish is marked, and nowhere else."""
    for choices, there in (({}, False), ({"vigorish_collection": "deferred"}, True)):
        rules = submit(game.game.rules, choices)
        cites = [item.cite for each in game.game.checklists(rules) for item in each.items]
        assert (f"{game.law.chapter}.2(c)" in cites) is there
        assert f"{game.law.chapter}.2(e)" in cites


def cards_are_inspected_by_two(game: BaccaratGame) -> None:
    """The dealer inspects and the floorperson verifies; for decks that came inspected one signature is enough."""
    for preshuffled, signers in ((False, [(Role.DEALER,), FLOOR_ONLY]), (True, [DEALER_OR_FLOOR])):
        rules = game.submit(preshuffled_decks=preshuffled)
        (cards,) = [each for each in game.game.checklists(rules) if each.when is When.CARDS]
        assert [signature.roles for signature in cards.signatures] == signers
        assert [signature.assigned for signature in cards.signatures][1:] == [True] * (not preshuffled)


def table_works_with(game: BaccaratGame, *names: str, **choices: Any) -> None:
    """Decks, a shoe, and a shuffler where one was filed."""
    assert [thing.name for thing in game.game.things(game.submit(**choices))] == [*names]
