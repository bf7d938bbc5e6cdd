"""Chapter 645a, Pai Gow Poker: a player's bank and co-banking (§ 645a.12)."""

from typing import Any

import msgspec
import pytest

from pitboss.chapters.ch645a_pai_gow_poker import GAME as CHAPTER
from pitboss.chapters.ch645a_pai_gow_poker.rules import Rules
from pitboss.chapters.ch645a_pai_gow_poker.table import open_table
from pitboss.drivers.round import Round
from pitboss.drivers.script import run
from pitboss.events import Marked, Wagered, Withdrawn, decode
from pitboss.families.banking import BankState, LastWager, offer_order
from pitboss.game import RoundStart
from pitboss.ledger import Ledger
from pitboss.procedure import Answer
from pitboss.testkit.tables import Played, fault, play, refused, scenario
from tests.chapters.pai_gow import (
    BANKS,
    DEALER,
    FULL,
    GAME,
    LOSES,
    QUEENS,
    SIDES,
    TIES,
    WINS,
    low,
    round_of,
    says,
    stopped,
)

MAIN = "pai_gow_poker"
ALL: dict[int | str, str] = {DEALER: LOSES, 1: WINS, 2: QUEENS, 3: TIES}  # seat 2 has the queens, and will bank
FIRST = round_of(ALL, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
TENS = "TH TC 7S 6H 5H 4D 2D"  # loses to the queens, too


def banked(
    wagers: str | list[dict[str, Any]] = "1 pai_gow_poker 10; 3 pai_gow_poker 30",
    word: str = "bank",
    more: list[dict[str, Any]] | None = None,
    hands: dict[int | str, str] | None = None,
    seat: int = 2,
    first: dict[str, Any] = FIRST,
    lows: dict[int, str] | None = None,
    after: list[dict[str, Any]] | None = None,
    **filed: Any,
) -> Played:
    """A round without a bank, then one that seat 2 banks; a count of eight begins and ends with the bank."""
    lows = {**({seat: ""} if word == "co_bank" else {}), **(lows or {})}
    part = round_of(hands or ALL, wagers, lows, before=[says(seat, word), *(more or [])], after=after, start=seat)
    return play(GAME, first, part, **{**BANKS, **filed})


def second(played: Played) -> list[tuple[int, str, str, str, str]]:
    """(seat, wager, stake, returned, vigorish) of the banked round, in the order of settlement."""
    return [(s["seat"], s["wager"], s["stake"], s["returned"], s["vigorish"]) for s in played.ok().settlements
        if s["round"] == 2]  # fmt: skip


def racks(played: Played) -> dict[str, int]:
    """What each account gained or lost in the banked round, in cents."""
    ledger, rounds = Ledger(), 0
    for event in played.ok().events:
        rounds += event["event"] == "round_opened"
        if rounds == 2:
            ledger.fold(decode(msgspec.json.encode([event])))
            ledger.check()
    return {account: change for account, change in ledger.balances.items() if change}


# (a)–(d) Who may bank


def test_645a_12_a_bank_is_offered_only_where_filed() -> None:
    """Elsewhere nobody may take it."""
    refused(banked(player_bank=False, co_banking=False), "not_offered", "645a.12(a)")


def test_645a_12_b_nobody_banks_the_first_round() -> None:
    """Neither the first round of the table nor the first after fresh cards (I-645a-13)."""
    part = round_of(ALL, "1 pai_gow_poker 10", before=[says(1, "bank")])
    refused(play(GAME, part, **BANKS), "not_lawful", "645a.12(b)")
    rules = Rules(player_bank=True)
    round_ = Round(CHAPTER, rules, open_table(rules), RoundStart(7))
    with pytest.raises(Exception, match="start of the game"):
        round_.answer(Answer(1, "bank"))


def test_645a_12_b_nobody_banks_after_an_idle_round() -> None:
    """A round without wagers puts the game back to its beginning."""
    idle: dict[str, Any] = {"wagers": []}
    part = round_of(ALL, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    refused(play(GAME, FIRST, idle, part, **BANKS), "not_lawful", "645a.12(b)")


def test_645a_12_b_nobody_banks_when_the_table_reopens() -> None:
    """A table that was closed, or that nobody was at, begins the game again (I-GEN-38); then the offer starts anew."""
    part = round_of(ALL, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    refused(play(GAME, FIRST, {**part, "reopened": True}, **BANKS), "not_lawful", "645a.12(b)")
    play(GAME, FIRST, part, **BANKS).ok()


def test_645a_12_b_reopened_table_forgets_who_banked() -> None:
    """When the game begins again, the bank is offered from the dealer's right, not from the right of the last bank."""
    two = round_of(ALL, "1 pai_gow_poker 10; 3 pai_gow_poker 10", before=[says(2, "bank")], start=2)

    def next_bank(third: dict[str, Any], seat: int) -> str:
        """Who banks after ``third``, when seats 1 and 3 both accept; the cards are dealt as for a bank at ``seat``."""
        part = round_of(ALL, "2 pai_gow_poker 10", before=[says(3, "bank"), says(1, "bank")], start=seat)
        part["wagers"].append({"seat": 4 - seat, "wager": MAIN, "amount": "5.00"})  # the one who does not bank
        played = play(GAME, FIRST, two, third, part, **BANKS).ok()
        marks = [event["at"] for event in played.events_of("marked") if event["marker"] == "bank" and event["at"]]
        return str(marks[-1])

    assert next_bank(FIRST, 1) == "seat 1"
    assert next_bank({**FIRST, "reopened": True}, 3) == "seat 3"


def test_645a_12_b_nobody_banks_after_the_deck_was_removed() -> None:
    """Other cards come to the table, and a round without a bank has to be played with them; a misdeal brings none."""
    wrong = stopped(ALL, "1 pai_gow_poker 10", FULL, [fault("stub_count_wrong", FULL)])
    misdealt = stopped(ALL, "1 pai_gow_poker 10; 2 pai_gow_poker 10", FULL,
        [fault("stub_count_wrong", FULL, misdealt=True)])  # fmt: skip
    part = round_of(ALL, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    refused(play(GAME, FIRST, wrong, part, **BANKS), "not_lawful", "645a.12(b)")
    play(GAME, FIRST, wrong, FIRST, part, **BANKS).ok()
    play(GAME, FIRST, misdealt, part, **BANKS).ok()


def test_645a_12_c_order_of_offering() -> None:
    """Of several who accept, the first counterclockwise from the dealer's right; the marker goes before that player."""
    taken = [says(1, "bank"), says(3, "bank"), says(2, "pass_bank")]
    part = round_of(ALL, "1 pai_gow_poker 10; 2 pai_gow_poker 10", before=taken, start=3)
    played = play(GAME, FIRST, part, **BANKS).ok()
    marked = [(event["marker"], event["at"], event["cite"]) for event in played.events_of("marked")
        if event["marker"] == "bank"]  # fmt: skip
    assert marked == [("bank", "seat 3", "645a.12(c)"), ("bank", "", "645a.12(c)")]


def test_645a_12_c_later_from_the_right_of_the_last_bank() -> None:
    """After seat 2 has banked, seat 1 comes first, then 6 to 2 (I-621a-11)."""
    assert offer_order(6, 0) == [6, 5, 4, 3, 2, 1]
    assert offer_order(6, 2) == [1, 6, 5, 4, 3, 2]
    assert offer_order(6, 1) == [6, 5, 4, 3, 2, 1]
    two = round_of(ALL, "1 pai_gow_poker 10; 3 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    three = round_of(ALL, "2 pai_gow_poker 10", before=[says(3, "bank"), says(1, "bank")], start=1)
    three = {**three, "wagers": [*three["wagers"], {"seat": 3, "wager": MAIN, "amount": "5.00"}]}
    played = play(GAME, FIRST, two, three, **BANKS).ok()
    assert [event["at"] for event in played.events_of("marked") if event["marker"] == "bank"][2] == "seat 1"


def test_645a_12_c_not_two_rounds_running() -> None:
    """The same player may bank again only after another round."""
    two = round_of(ALL, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    again = round_of(ALL, "1 pai_gow_poker 10", before=[says(2, "bank")], start=2)
    refused(play(GAME, FIRST, two, again, **BANKS), "not_lawful", "645a.12(c)")
    between = round_of(ALL, "1 pai_gow_poker 10; 2 pai_gow_poker 10")
    play(GAME, FIRST, two, between, again, **BANKS).ok()


def test_645a_12_c_nobody_accepts() -> None:
    """The round is an ordinary one, whether they pass or say nothing."""
    part = round_of(ALL, "1 pai_gow_poker 10", before=[says(1, "pass_bank")])
    quiet = round_of(ALL, "1 pai_gow_poker 10")
    played = play(GAME, FIRST, part, quiet, **BANKS).ok()
    assert [(s["round"], s["wager"], s["cite"]) for s in played.settlements if s["round"] > 1] == [
        (2, MAIN, "645a.13(a)"), (3, MAIN, "645a.13(a)"),
    ]  # fmt: skip
    assert not [event for event in played.events_of("marked") if event["marker"] == "bank"]


def test_645a_12_d_1_bank_wagered_in_the_last_round_without_a_bank() -> None:
    """Who sat it out may not bank."""
    refused(banked(seat=4), "not_lawful", "645a.12(d)(1)")


def named(wagers: dict[int, str]) -> list[dict[str, Any]]:
    """Ten dollars for each seat, by the name of its player."""
    return [{"seat": seat, "wager": MAIN, "amount": "10.00", "player": player} for seat, player in wagers.items()]


def test_645a_12_d_1_player_who_moved_may_bank_and_one_who_came_may_not() -> None:
    """It is the player who wagered, wherever they sit now; a seat passes nothing on to the next player (I-621a-12)."""
    first = round_of(ALL, named({1: "ann", 2: "bob"}))

    def second_round(wagers: dict[int, str], seat: int, player: str = "") -> Played:
        answer = {"seat": seat, "answer": "bank", **({"player": player} if player else {})}
        part = round_of(ALL, named(wagers), before=[answer], start=seat)
        return play(GAME, first, part, **BANKS)

    moved = second_round({1: "ann"}, 3, "bob")
    assert second(moved)[0][:3] == (0, "dealer_wager", "10.00")
    second_round({1: "ann", 3: "bob"}, 3).ok()  # named by the wager
    second_round({1: "ann"}, 2).ok()
    refused(second_round({1: "ann"}, 2, "cy"), "not_lawful", "645a.12(d)(1)")
    refused(second_round({1: "ann", 2: "cy"}, 2), "not_lawful", "645a.12(d)(1)")
    refused(second_round({1: "ann"}, 3, "cy"), "not_lawful", "645a.12(d)(1)")


def test_645a_12_c_bank_who_moved_does_not_bank_again() -> None:
    """Another seat makes no other player."""
    first = round_of(ALL, named({1: "ann", 2: "bob"}))
    banks = round_of(ALL, named({1: "ann"}), before=[{"seat": 2, "answer": "bank", "player": "bob"}], start=2)
    again = round_of(ALL, named({1: "ann"}), before=[{"seat": 3, "answer": "bank", "player": "bob"}], start=3)
    refused(play(GAME, first, banks, again, **BANKS), "not_lawful", "645a.12(c)")


def test_645a_12_d_2_cover_is_all_others_wagers_and_the_dealers() -> None:
    """It goes on the layout when the bank is confirmed (I-645a-25), so that a rack that cannot carry it is refused."""
    played = banked().ok()
    covers = [(e["seat"], e["amount"], e["cite"]) for e in played.events_of("wagered") if e["wager"] == "bank"]
    assert covers == [(2, 1000 + 3000 + 2500, "645a.12(d)(2)")]


def after_a_round(rules: Rules, seat: int, player: str = "") -> Round:
    """A round that this seat may bank, betting open."""
    state = open_table(rules)
    bank = BankState((LastWager(seat, player or str(seat), 2500),))
    deck = msgspec.structs.replace(state.deck, shuffled=True)
    return Round(CHAPTER, rules, msgspec.structs.replace(state, deck=deck, bank=bank), RoundStart(2))


def test_645a_12_d_2_bank_short_of_chips_passes_and_plays_on() -> None:
    """When the others' wagers are down the player may still pass; the player's own wager stays up, and the dealer plays the
    round."""
    round_ = after_a_round(Rules(player_bank=True), 2)
    for seat in (1, 2):
        round_.answer(Answer(seat, "wager", MAIN, "", 1000))
    round_.answer(Answer(2, "bank"))
    round_.answer(Answer("dealer", "no_more_bets"))
    (election,) = round_.elections()
    assert (election.to, [option.says for option in election.options]) == (2, ["dealer_wager", "pass_bank"])
    told = round_.answer(Answer(2, "pass_bank"))
    assert not [event for event in told if isinstance(event, Wagered | Withdrawn | Marked)]


def test_645a_12_f_bank_wagers_on_one_area() -> None:
    """A player with two areas may not bank, nor a bank take a second."""
    first = round_of(ALL, [{"seat": seat, "wager": MAIN, "amount": "10.00", "player": "ann"} for seat in (1, 2)]
        + [{"seat": 3, "wager": MAIN, "amount": "5.00"}])  # fmt: skip
    both = [{"seat": seat, "wager": MAIN, "amount": "10.00", "player": "ann"} for seat in (1, 2)]
    played = banked(both, first=first, adjacent_boxes=2)
    refused(played, "one_position", "645a.12(f)")
    round_ = after_a_round(Rules(player_bank=True, adjacent_boxes=2), 2, "ann")
    round_.answer(Answer(2, "bank", player="ann"))
    with pytest.raises(Exception, match="one area only"):
        round_.answer(Answer(1, "wager", MAIN, "", 1000, player="ann"))
    round_.answer(Answer(1, "wager", MAIN, "", 1000, player="bob"))


def test_645a_12_own_wager_of_the_bank_goes_back() -> None:
    """A player who accepts the bank with a wager up gets it back: a bank faces the others' wagers and makes none."""
    played = banked("1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30").ok()
    back = [(e["seat"], e["wager"], e["amount"]) for e in played.events_of("withdrawn")]
    assert (2, MAIN, 2500) in back
    assert [e["amount"] for e in played.events_of("wagered") if e["wager"] == "bank"] == [1000 + 3000 + 2500]
    assert not [line for line in second(played) if line[:2] == (2, MAIN)]


# (g) The dealer's wager


@pytest.mark.parametrize(("said", "amount"), [("", "25.00"), ("25.00", "25.00"), ("10.00", "10.00"), ("0.00", None)])
def test_645a_12_g_dealer_wagers_the_banks_last_wager_or_less(said: str, amount: str | None) -> None:
    """What the bank last wagered against the dealer, unless the bank directs less or nothing."""
    played = banked(more=[says(2, "dealer_wager", said)] if said else None)
    lines = [line for line in second(played) if line[1] == "dealer_wager"]
    assert [line[2] for line in lines] == ([amount] if amount else [])


def test_645a_12_g_dealer_wagers_no_more() -> None:
    """A cent above is refused."""
    refused(banked(more=[says(2, "dealer_wager", "25.01")]), "above_maximum", "645a.12(g)")


def test_645a_12_g_sum_filed_for_the_dealer() -> None:
    """An amount in the Rules Submission takes the place of the last wager; nothing else is a choice."""
    played = banked(dealer_wager_against_bank="40.00")
    assert [line[2] for line in second(played) if line[1] == "dealer_wager"] == ["40.00"]
    for wrong in ("sometimes", "0.00", "-5.00"):
        refused(banked(dealer_wager_against_bank=wrong), "forbidden_choice", "645a.12(g)")


@pytest.mark.parametrize(("said", "lawful"), [("10.00", True), ("10.25", False), ("0.00", True)])
def test_645a_12_g_dealer_wagers_whole_chips(said: str, lawful: bool) -> None:
    """Where a smallest chip was filed, the dealer's wager is a multiple of it, and so is a sum filed for it."""
    played = banked(more=[says(2, "dealer_wager", said)], unit="1.00")
    if lawful:
        played.ok()
    else:
        refused(played, "not_a_unit", "645a.12(g)")
    refused(banked(unit="1.00", dealer_wager_against_bank="40.50"), "forbidden_choice", "645a.12(g)")
    banked(unit="0.50", dealer_wager_against_bank="40.50").ok()


def test_645a_12_g_lone_player_may_bank_against_the_dealer() -> None:
    """Without other players the bank faces only the dealer's wager, which cannot be nothing."""
    lone: dict[int | str, str] = {DEALER: LOSES, 2: QUEENS}
    first = round_of(lone, "2 pai_gow_poker 25")
    played = banked([], hands=lone, first=first)
    assert second(played) == [(0, "dealer_wager", "25.00", "0.00", "0.00"), (2, "bank", "0.00", "25.00", "1.25")]
    refused(banked([], more=[says(2, "dealer_wager", "0.00")], hands=lone, first=first), "below_minimum", "645a.12(g)")


# (i)–(k), (m)


def test_645a_12_i_j_banked_round() -> None:
    """The dealer loses to the bank, seat 3 ties, seat 1 wins 10: centre 25, paid 10, surplus 15 less 5%."""
    played = banked()
    assert second(played) == [
        (0, "dealer_wager", "25.00", "0.00", "0.00"),
        (3, MAIN, "30.00", "30.00", "0.00"),
        (1, MAIN, "10.00", "20.00", "0.50"),
        (2, "bank", "0.00", "15.00", "0.75"),
    ]
    assert racks(played) == {"inventory": -2500 + 50 + 75, "rack 1": 1000 - 50, "rack 2": 1500 - 75}
    cites = [s["cite"] for s in played.settlements if s["round"] == 2]
    assert cites == ["645a.12(i)", "645a.11(f)(2)(i)", "645a.12(m)", "645a.12(j)"]


def test_645a_12_j_shortfall_comes_from_the_bank() -> None:
    """Seat 1 wins 50, the centre has the dealer's 25: the bank puts in 25 and gets the rest of the cover back."""
    played = banked("1 pai_gow_poker 50; 3 pai_gow_poker 30")
    assert second(played)[2:] == [(2, "bank", "25.00", "0.00", "0.00"), (1, MAIN, "50.00", "100.00", "2.50")]
    assert racks(played) == {"inventory": -2500 + 250, "rack 1": 5000 - 250, "rack 2": -2500}
    assert [(e["seat"], e["amount"]) for e in played.events_of("withdrawn")] == [(2, 8000 + 2500 - 2500)]


def test_645a_12_j_losers_pay_winners_and_nothing_is_left() -> None:
    """An even bank pays no vigorish."""
    played = banked("1 pai_gow_poker 25; 3 pai_gow_poker 30")
    assert second(played)[-1] == (2, "bank", "0.00", "0.00", "0.00")
    assert racks(played) == {"inventory": -2500 + 125, "rack 1": 2500 - 125}


def test_645a_12_i_dealer_wins_and_j_is_paid_first() -> None:
    """The dealer's wager stays on the cards and is paid out of the centre before the players'; (k) it goes to the inventory."""
    hands: dict[int | str, str] = {DEALER: WINS, 1: TENS, 2: QUEENS, 3: TIES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    played = banked("1 pai_gow_poker 10; 3 pai_gow_poker 30", hands=hands, first=first)
    assert second(played) == [
        (3, MAIN, "30.00", "30.00", "0.00"),
        (1, MAIN, "10.00", "0.00", "0.00"),
        (2, "bank", "15.00", "0.00", "0.00"),
        (0, "dealer_wager", "25.00", "50.00", "0.00"),
    ]
    assert [s["cite"] for s in played.settlements if s["wager"] == "dealer_wager"] == ["645a.12(k)"]
    assert racks(played) == {"inventory": 2500, "rack 1": -1000, "rack 2": -1500}
    laid = [(e["by"], e["cite"]) for e in played.events_of("attested") if "right of the inventory" in e["what"]]
    assert laid == [("dealer", "645a.12(i)")]


def test_645a_12_i_dealers_tie_goes_back() -> None:
    """One hand each returns the dealer's wager to the inventory."""
    hands: dict[int | str, str] = {DEALER: TIES, 1: WINS, 2: QUEENS, 3: TENS}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    played = banked(hands=hands, first=first)
    assert second(played)[0] == (0, "dealer_wager", "25.00", "25.00", "0.00")


def test_645a_12_i_order_of_hands() -> None:
    """Players set, then the bank, in secret; then the dealer's hands and the bank's are shown."""
    played = banked().ok()
    rounds = [n for n, event in enumerate(played.events) if event["event"] == "round_opened"]
    told = played.events[rounds[1] :]
    chosen = [event["by"] for event in told if event["event"] == "elected" and event["says"] == "low"]
    assert chosen == [3, 1, 2]
    shown = [(event["of"], event["cite"]) for event in told if event["event"] == "revealed"
        and event.get("seen_by") is None]  # fmt: skip
    assert shown[:2] == [(DEALER, "645a.11(c)"), (2, "645a.12(i)")]


def test_645a_12_i_foul_bank_is_set_anew_not_lost() -> None:
    """By the house way (I-645a-22); a lawful setting of the bank's own counts, unless the house way was filed for the bank."""
    foul = banked(lows={2: "QS QD"})
    assert second(foul) == second(banked())
    assert [e["cite"] for e in foul.events_of("attested") if "hands again" in e["what"]] == ["645a.14(i)"]
    own = banked(lows={2: "6D 2C"})
    assert not [e for e in own.ok().events_of("attested") if "hands again" in e["what"]]
    assert second(own) != second(banked())
    bound = banked(lows={2: "6D 2C"}, bank_sets="house_way")
    assert second(bound) == second(banked())
    assert [e for e in bound.events_of("attested") if "hands again" in e["what"]]
    assert not [e for e in banked(bank_sets="house_way").ok().events_of("attested") if "hands again" in e["what"]]


@pytest.mark.parametrize("nine", ["9S", "9D"])
def test_645a_12_i_bank_follows_the_house_way_by_rank(nine: str) -> None:
    """Either 9 of a straight may be laid low with the king: the hands are those the house would set."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: "QH QC 4S 2D 3C TH TC", 2: "9S 9D 8C 7C 6S 5S KH",
        3: TIES.replace("5C", "4H").replace("7C", "KD")}  # fmt: skip
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    played = banked(hands=hands, first=first, lows={2: f"{nine} KH"}, bank_sets="house_way").ok()
    assert not [e for e in played.events_of("attested") if "hands again" in e["what"]]
    shown = next(e["cards"] for e in played.events_of("revealed") if e["of"] == 2 and e["cite"] == "645a.12(i)")
    assert set(shown[5:]) == {nine, "KH"}


def test_645a_12_i_dealer_without_a_wager_takes_no_part() -> None:
    """The dealer's cards go to the rack unseen with those of the empty positions."""
    played = banked(more=[says(2, "dealer_wager", "0.00")]).ok()
    racked = [event for event in played.events_of("discarded") if event["of"] == DEALER]
    assert [(event["cite"], event.get("seen_by")) for event in racked] == [("645a.11(j)", None), ("645a.8(g)", [])]


def test_645a_12_i_copy_is_the_banks() -> None:
    """Equal hands lose to the bank as they do to the dealer."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: "QH QC 9S 8D 6S 4C 2D", 2: QUEENS, 3: TIES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    assert (1, MAIN, "10.00", "0.00", "0.00") in second(banked(hands=hands, first=first))


def test_645a_12_j_surrender_goes_to_the_centre() -> None:
    """A player may surrender to the bank, too (645a.11(d))."""
    played = banked(after=[says(1, "surrender")])
    assert second(played)[0] == (1, MAIN, "10.00", "0.00", "0.00")
    assert second(played)[-1] == (2, "bank", "0.00", "35.00", "1.75")


@pytest.mark.parametrize(("word", "bank", "inventory"), [("bank", 3000 - 150, 150), ("co_bank", 1500 - 75, 1500 + 75)])
def test_645a_14_void_round_leaves_nothing_in_the_centre(word: str, bank: int, inventory: int) -> None:
    """Seat 3 left and lost its 30 before: that stands when the round is void, and is the bank's less 5% (I-GEN-08)."""
    sets = [says(2, word), low(1, "AH JC"), *([low(2, "9H 8C")] if word == "bank" else [])]
    left = fault("player_left", FULL, after_answers=1, seat=3)
    part = round_of(ALL, "1 pai_gow_poker 10; 3 pai_gow_poker 30", start=2,
        faults=[left, fault("wrong_number_of_cards", FULL, after_answers=len(sets))])  # fmt: skip
    played = play(GAME, FIRST, {**part, "answers": sets}, **BANKS)
    assert racks(played) == {"inventory": inventory, "rack 2": bank, "rack 3": -3000}
    assert [(line[0], line[3]) for line in second(played) if line[1] == MAIN] == [(3, "0.00"), (1, "10.00")]


def shown(hands: int, **filed: Any) -> Played:
    """The banked round, and a wrong number of cards seen when so many players' hands have been read."""
    dealers = [{"by": DEALER, "answer": word} for word in ("hands_set", *["hand_read"] * hands)]
    late = fault("wrong_number_of_cards", FULL, after_answers=5 + len(dealers))
    wagers = "1 pai_gow_poker 10; 3 pai_gow_poker 30; 4 pai_gow_poker 40"
    more: dict[int | str, str] = {DEALER: LOSES, 1: WINS, 2: QUEENS, 3: TIES, 4: TENS}
    first = round_of(more, f"{wagers}; 2 pai_gow_poker 25")
    part = round_of(more, wagers, before=[says(2, "bank")], after=dealers, start=2, faults=[late])
    return play(GAME, first, part, **BANKS, **filed)


@pytest.mark.parametrize("hands", [0, 1, 2])
def test_645a_14_h_k_nobody_wins_or_loses_against_a_bank_before_all_is_paid(hands: int) -> None:
    """Seat 4 and the dealer have lost, seat 3 has tied: what lies in the centre goes back, and so does the cover."""
    played = shown(hands).ok()
    assert racks(played) == {}
    assert played.events_of("round_voided")[-1]["cite"] == "645a.14(h)"
    assert not played.standing


def test_645a_14_h_k_a_winner_against_the_bank_waits_for_the_payment() -> None:
    """Seat 3 has won when the next hand is found wrong: its wager goes back, and nothing is paid."""
    hands: dict[int | str, str] = {DEALER: WINS, 1: LOSES, 2: QUEENS, 3: "AS AD 9S TC 5C 3H 2S"}
    dealers = [{"by": DEALER, "answer": word} for word in ("hands_set", "hand_read")]
    wagers = "1 pai_gow_poker 10; 3 pai_gow_poker 30"
    first = round_of(hands, f"{wagers}; 2 pai_gow_poker 25")
    late = fault("wrong_number_of_cards", FULL, after_answers=6)
    part = round_of(hands, wagers, before=[says(2, "bank")], after=dealers, start=2, faults=[late])
    played = play(GAME, first, part, **BANKS).ok()
    assert racks(played) == {}
    assert {line[3] for line in second(played) if line[0] == 3} == {"30.00"}
    assert not played.standing


def test_645a_14_h_k_what_the_bank_has_paid_stands() -> None:
    """Main wagers are settled when an optional one is verified and the hand found wrong: only that one goes back."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: "AS AH AD AC KH KD 3D", 2: QUEENS}
    verifying = fault("wrong_number_of_cards", FULL, after_answers=5)
    dealers = [{"by": DEALER, "answer": word} for word in ("hands_set", "hand_read")]
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25", {1: "KH KD"})
    part = round_of(hands, "1 pai_gow_poker 10; 1 progressive_payout 1", {1: "KH KD"}, before=[says(2, "bank")], after=dealers,
        start=2, faults=[verifying])  # fmt: skip
    played = play(GAME, first, part, **BANKS, **SIDES).ok()
    mine = [(wager, returned) for seat, wager, _, returned, _ in second(played) if seat == 1]
    assert [returned for wager, returned in mine if wager == MAIN] == ["20.00"]
    assert ("progressive_payout", "1.00") in mine
    assert played.events_of("round_voided")
    assert not played.standing


@pytest.mark.parametrize(("wager", "returned", "vigorish"),
    [("10.00", "20.00", "0.50"), ("10.50", "21.00", "0.52"), ("10.99", "21.98", "0.54"), ("11.00", "22.00", "0.55")])  # fmt: skip
def test_645a_12_j_bank_pays_by_the_breakage_filed(wager: str, returned: str, vigorish: str) -> None:
    """Even money never breaks, so that nothing is rounded, whatever is filed: below, at and above (I-GEN-41)."""
    played = banked(f"1 pai_gow_poker {wager}", more=[says(2, "dealer_wager", "0.00")], breakage="down_to_chip")
    assert second(played)[-1] == (1, MAIN, wager, returned, vigorish)
    gain = int(returned.replace(".", "")) - int(wager.replace(".", ""))
    assert (racks(played)["rack 2"], "centre" in racks(played)) == (-gain, False)


@pytest.mark.parametrize(("wager", "due", "rounded"), [("11", "0.55", "0.75"), ("5", "0.25", "0.25")])
def test_645a_12_m_winners_against_the_bank_pay_vigorish(wager: str, due: str, rounded: str) -> None:
    """5% of what they win, to the house; the bank 5% of the net (I-621a-15)."""
    for rounding, expected in (("exact", due), ("next_25_cents", rounded)):
        played = banked(f"1 pai_gow_poker {wager}; 3 pai_gow_poker 30", vigorish_rounding=rounding)
        assert next(line for line in second(played) if line[0] == 1)[4] == expected
    assert second(banked("1 pai_gow_poker 4.99", vigorish_rounding="next_25_cents"))[-1][4] == "1.25"


# (e), (l) Co-banking


def test_645a_12_e_co_banking_only_where_filed() -> None:
    """It needs the bank, and has to be filed itself."""
    refused(banked(word="co_bank", co_banking=False), "not_offered", "645a.12(e)")
    refused(banked(player_bank=False), "forbidden_choice", "645a.12(e)")


def test_645a_12_e_dealer_sets_the_co_banks_hand_and_wagers_nothing() -> None:
    """The player makes no decision; the dealer's own cards take no part."""
    played = banked(word="co_bank").ok()
    assert not [line for line in second(played) if line[1] == "dealer_wager"]
    assert [e["cite"] for e in played.events_of("revealed") if e["of"] == 2 and e.get("seen_by") is None][
        -1
    ] == "645a.12(e)"
    assert ("co-bank", "seat 2", "645a.12(e)") in [
        (e["marker"], e["at"], e["cite"]) for e in played.events_of("marked")
    ]


def test_645a_12_l_shortfall_is_shared() -> None:
    """Seat 1 wins 10.01: the co-bank puts in 5.00 and the house 5.01, bearing the odd cent (I-GEN-06)."""
    played = banked("1 pai_gow_poker 10.01; 3 pai_gow_poker 30", word="co_bank")
    assert second(played) == [
        (3, MAIN, "30.00", "30.00", "0.00"), (2, "co_bank", "5.00", "0.00", "0.00"), (1, MAIN, "10.01", "20.02", "0.50"),
    ]  # fmt: skip
    assert racks(played) == {"inventory": -501 + 50, "rack 1": 1001 - 50, "rack 2": -500}
    assert [(e["source"], e["target"], e["amount"], e["cite"])
        for e in played.events_of("transferred")] == [("inventory", "centre", 501, "645a.12(l)")]  # fmt: skip


def test_645a_12_l_surplus_is_shared_and_the_co_bank_pays_vigorish_on_his_half() -> None:
    """Seat 1 loses 10.01: the house takes 5.00, the co-bank 5.01 less 5%."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: TENS, 2: QUEENS, 3: TIES}
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    played = banked("1 pai_gow_poker 10.01; 3 pai_gow_poker 30", word="co_bank", hands=hands, first=first)
    assert second(played)[-1] == (2, "co_bank", "0.00", "5.01", "0.25")
    assert racks(played) == {"inventory": 500 + 25, "rack 1": -1001, "rack 2": 501 - 25}


def test_645a_12_l_nobody_to_share_with() -> None:
    """A co-bank without other wagers banks nothing: the round is not dealt."""
    lone: dict[int | str, str] = {DEALER: LOSES, 2: QUEENS}
    first = round_of(lone, "2 pai_gow_poker 25")
    part = {"wagers": [], "answers": [says(2, "co_bank")]}
    played = play(GAME, first, part, **BANKS).ok()
    assert len(played.events_of("dealt")) == 49  # all of them in the first round


# (n)


def test_645a_12_n_house_pays_optional_wagers_of_players_and_bank() -> None:
    """The bank makes them without a Pai Gow Poker Wager (I-645a-21), and nobody's go through the centre."""
    hands: dict[int | str, str] = {DEALER: LOSES, 1: "TS TD TC KH KC 3D 2D", 2: "9S 8S 7S 6S 5S KD 2C",
        3: "AS AD 8H 7C 5C 3H 4C"}  # fmt: skip
    first = round_of(hands, "1 pai_gow_poker 10; 2 pai_gow_poker 25; 3 pai_gow_poker 30")
    played = banked("1 pai_gow_poker 10; 1 fortune_bonus 1; 2 fortune_bonus 1", hands=hands, first=first, **SIDES)
    lines = second(played)
    assert (1, "fortune_bonus", "1.00", "6.00", "0.00") in lines
    assert (2, "fortune_bonus", "1.00", "51.00", "0.00") in lines
    sides = [e for e in played.events_of("paid") if e["wager"] == "fortune_bonus"]
    assert not [e for e in sides if "against" in e]
    kinds = [wager for _, wager, *_ in lines]
    assert kinds.index("bank") < kinds.index("fortune_bonus")


def test_645a_12_n_strays_of_one_who_does_not_get_the_bank() -> None:
    """Optional wagers without a main wager go back when somebody else banks."""
    taken = [says(1, "bank"), says(2, "bank")]
    part = round_of(ALL, "1 fortune_bonus 5; 3 pai_gow_poker 10", {1: ""}, before=taken, start=2)
    played = play(GAME, FIRST, part, **BANKS, **SIDES).ok()
    assert (1, "fortune_bonus", 500, "645a.7(e)") in [(e["seat"], e["wager"], e["amount"], e["cite"])
        for e in played.events_of("withdrawn")]  # fmt: skip


def test_645a_1_bank_line_is_told_once() -> None:
    """One line of the bank in every banked round, and chips balance after every event."""
    for wagers in ("1 pai_gow_poker 10", "1 pai_gow_poker 99; 3 pai_gow_poker 30", "3 pai_gow_poker 5"):
        assert len([line for line in second(banked(wagers)) if line[1] == "bank"]) == 1
    lines = list(run(scenario(GAME, FIRST, **BANKS)))
    assert not [line for line in lines if "refused" in line]
