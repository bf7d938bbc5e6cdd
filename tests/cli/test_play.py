"""``pitboss play``: the same Questions and Events, typed and printed."""

import re
from pathlib import Path

import pytest

from pitboss import catalogue
from pitboss.drivers.fair import commitment
from pitboss.drivers.round import Round
from pitboss.events import POSITION, Collected, Paid
from pitboss.game import RoundStart
from pitboss.money import dollars
from pitboss.procedure import Draw, Election, Option, Refused, Window
from pitboss.terminal import reading
from pitboss.terminal.words import arithmetic, settlement
from tests.cli.conftest import Pitboss

SEED = "11" * 32


def first_wagers(game: str) -> list[str]:
    """A wager and whatever it needs beside it, as they are typed."""
    chosen = catalogue.game(game)
    play = Round(chosen, chosen.example(), chosen.open(chosen.example()), RoundStart(1, seated=(1,)))
    while not isinstance(play.pending, Window):
        if isinstance(play.pending, Draw):
            play.answer(next(play.pending.lawful()))
        else:
            play.answer(next(play.elections()[0].lawful()))
    offers = [offer for offer in play.pending.menu.offers(1) if offer.says == "wager"]
    wanted = [next((o.wager for o in offers if not chosen.wager(o.wager).needs), offers[0].wager)]
    while (needed := chosen.wager(wanted[-1]).needs) and needed not in wanted:
        wanted.append(needed)
    first = [next(offer for offer in offers if offer.wager == wager) for wager in wanted]
    return [f"{offer.wager} {offer.on} {dollars(offer.least)}" for offer in first]


@pytest.mark.parametrize("game", catalogue.games())
def test_one_round_of_each_game_through_the_keyboard(pitboss: Pitboss, game: str) -> None:
    """A wager, done, the first answer to every question: the round comes to its end, its seed committed and opened."""
    typed = "\n".join([*first_wagers(game), "done", *["1"] * 6] * 12 + ["quit"])
    status, out, err = pitboss("play", game, "--seed", SEED, typed=typed)
    assert (status, err) == (0, "")
    assert "Round 1 is over" in out or "Round 2 opens" in out
    assert out.index(f"Seed committed: {commitment(bytes.fromhex(SEED))}") < out.index("wagers $")
    assert out.index("wagers $") < out.index(f"Seed opened:    {SEED}")
    assert re.search(r"You leave with \$[\d.]+", out)


def test_roulette_settlements_are_worked_out(pitboss: Pitboss) -> None:
    """The same seed, the same number; each settlement shows its sum and its citation."""
    typed = "straight 19 10\nred 20\nsplit 19 20 1\nfive adjacent number 31 5\nblack 5\ndone\nquit\n"
    _, out, _ = pitboss("play", "roulette", "--seed", SEED, typed=typed)
    assert "“19 red”" in out
    assert "$10.00 at 35 to 1 = $350.00; $360.00 handed back  [617a.4(a)]" in out
    assert "$20.00 at 1 to 1 = $20.00; $40.00 handed back" in out
    assert "Split Wager on 19-20 wins (19): $1.00 at 17 to 1 = $17.00" in out
    assert "$1.00 of the $5.00 staked at 35 to 1 = $35.00; $36.00 handed back" in out
    assert "Black Wager loses (19): $5.00 collected  [617a.5(e)]" in out


def test_dice_are_taken_and_passed_through_the_keyboard(pitboss: Pitboss) -> None:
    """What is said of no wager is typed alone; a marker is told with its wager's title and its seat."""
    typed = "accept_dice\npass bet 10\nplace bet to win 6 12\ncalled on place bet to win 6\ndone\npass dice\nquit\n"
    _, out, _ = pitboss("play", "craps", "--seed", "ab" * 32, typed=typed)
    assert "Seat 1: accept dice  [623a.7(b)(1)]" in out
    assert "Dice: shooter (seat 1)  [623a.7(c)]" in out
    assert "On button: Place Bet to Win on 6 (seat 1)  [623a.3(a)(5)]" in out
    assert "$12.00 at 7 to 6 = $14.00; $14.00 handed over; the wager stays up  [623a.3(a)(5)(i)]" in out
    assert "Seat 1: pass dice  [623a.10(a)]" in out
    _, refused, _ = pitboss("play", "craps", typed="remove\npass dice\nquit\n")
    assert refused.count("No: No wager is named") == 2, "there is nothing to remove, and no dice to pass"


def test_bank_is_offered_and_taken_through_the_keyboard(pitboss: Pitboss) -> None:
    """The player is asked when the bank is offered, and takes it; hands are described by name, the player's own as such."""
    typed = "pai gow poker 10\ndone\n\n\nbank\ndone\n\n\n\nquit\n"
    _, out, _ = pitboss("play", "pai-gow-poker", "--seed", SEED, typed=typed)
    assert out.count("You may also say: bank, co_bank, pass_bank.") == 1
    assert "Seat 1: bank  [645a.12(c)]" in out
    assert "Bank: seat 1  [645a.12(c)]" in out
    assert "Seat 1 has J♦ 6♠ Q♦ 3♠ J♣ 9♥ 9♠: pair of jacks, low pair of 9s  [645a.11(b)]" in out
    assert "The dealer shows A♠ 4♦ 5♦ 2♠ 3♦ 3♣ K♠: straight, ace to 5, low king and 3  [645a.11(c)]" in out
    assert "“the dealer ties”  [645a.12(i)]" in out


def test_vigorish_taken_with_the_wager_is_not_told_as_taken_twice() -> None:
    """A settlement names vigorish that was paid in advance as such."""
    lost = Collected(1, "buy_bet", "4", 4000, 0, vigorish=200, prepaid=True, cite="623a.3(a)(41)(ii)")
    said = settlement(lost, catalogue.game("craps"))
    assert said == "Seat 1, Buy Bet on 4 loses: $40.00 collected, vigorish $2.00 taken with the wager"


def test_bad_wagers_are_refused_and_nothing_is_lost(pitboss: Pitboss) -> None:
    """Every refusal is a sentence; the rack is what it was."""
    typed = "bogus 5\nstraight 99 5\nstraight 17\nstraight\nred 5000\nred 0.50\nred x\nremove red\nrack\nquit\n"
    _, out, _ = pitboss("play", "roulette", "--rack", "700.00", typed=typed)
    assert out.count("No: ") == 8
    assert "You have $700.00." in out
    assert "You leave with $700.00, as much as you brought." in out


def test_rack_is_enforced_for_wagers_and_for_what_an_answer_costs(pitboss: Pitboss) -> None:
    """Nobody wagers more than they have, in the window or by an election."""
    typed = "front_9 20\nfront_9 10\ndone\nback_9\nfold\nquit\n"
    status, out, _ = pitboss("play", "go-fore-it", "--rack", "15.00", "--seed", SEED, typed=typed)
    assert status == 0
    assert "No: You have $15.00, and that takes more." in out
    assert "No: You have $5.00, and that takes more. [676a.11(b)]" in out
    assert "You leave with $5.00, $10.00 lost." in out


def test_hole_cards_stay_hidden_until_shown(pitboss: Pitboss) -> None:
    """The player sees their two front cards and not the others."""
    typed = "front_9 10\ndone\nquit\n"
    _, out, _ = pitboss("play", "go-fore-it", "--seed", SEED, typed=typed)
    assert out.count("Seat 1 is dealt a card face down (hole)") == 2
    assert "The dealer is dealt" not in out


def test_why_tells_the_gist(pitboss: Pitboss) -> None:
    """Of a citation, of a wager, and of the last refusal."""
    typed = "why 617a.5(c)\nwhy red\nred 5000\nwhy\nquit\n"
    _, out, _ = pitboss("play", "roulette", typed=typed)
    assert "617a.5(c): Once the ball stops" in out
    assert "617a.3(e)(9): A Red Wager" in out
    assert "617a.1(f)(3): The table posts the least" in out


def test_end_of_input_is_leaving(pitboss: Pitboss) -> None:
    """A closed keyboard gets up from the table."""
    status, out, _ = pitboss("play", "roulette", typed="red 5\n")
    assert status == 0
    assert "You leave with $995.00" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "faro"), "There is no game 'faro'"),
        (("play", "roulette", "--seed", "abc"), "64 hexadecimal digits"),
        (("play", "roulette", "--rack", "lots"), "not an amount of money"),
        (("play", "roulette", "--submission", "missing.toml"), "No such file"),
    ],
)
def test_play_refuses_in_one_sentence(pitboss: Pitboss, words: tuple[str, ...], says: str) -> None:
    """Exit status 2 and no traceback."""
    status, out, err = pitboss(*words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


# --- reading -----------------------------------------------------------------------------------------------

ELECTION = Election(
    1,
    "low hand",
    (
        Option("low", cards=("2H", "3D")),
        Option("low", cards=("4S", "5S")),
        Option("house_way"),
        Option("raise", least=500, most=2000, step=500),
        Option("double_down"),
        Option("double_down", least=1, most=1000),
    ),
    "645a.9(a)",
    Option("house_way"),
)


@pytest.mark.parametrize(
    ("line", "says", "cards", "amount"),
    [
        ("", "house_way", (), 0),
        ("2", "low", ("4S", "5S"), 0),
        ("low 3d 2h", "low", ("2H", "3D"), 0),
        ("House Way", "house_way", (), 0),
        ("h", "house_way", (), 0),
        ("raise", "raise", (), 500),
        ("raise 10", "raise", (), 1000),
        ("4 15.00", "raise", (), 1500),
        ("double", "double_down", (), 0),
        ("double down 7.50", "double_down", (), 750),
    ],
)
def test_choices_are_read_by_number_name_beginning_cards_or_amount(
    line: str, says: str, cards: tuple[str, ...], amount: int
) -> None:
    """However it is typed, the answer is lawful."""
    answer = reading.choose(line, ELECTION)
    ELECTION.check(answer)
    assert (answer.says, answer.cards, answer.amount) == (says, cards, amount)


@pytest.mark.parametrize("line", ["low", "9", "low 2h 9d", "house_way 5", "raise lots", "raise 5 5", "nothing"])
def test_unclear_choices_are_refused(line: str) -> None:
    """What could be several things, or none, is refused."""
    with pytest.raises(Refused):
        reading.choose(line, ELECTION)


def test_a_cut_is_a_count_of_cards() -> None:
    """A lone number answers the only question there is."""
    where = Option("cut", least=10, most=51, unit=POSITION)
    cut = Election("dealer", "cut", (where,), "676a.5(d)", Option("cut", least=30, most=30, unit=POSITION))
    assert reading.choose("20", cut).amount == 20
    assert reading.choose("cut 11", cut).amount == 11
    assert reading.choose("", cut).amount == 30


@pytest.mark.parametrize(
    ("stake", "returned", "odds", "words"),
    [
        (1000, 36000, "35 to 1", "$10.00 at 35 to 1 = $350.00; $360.00 handed back"),
        (500, 3600, "35 to 1", "$1.00 of the $5.00 staked at 35 to 1 = $35.00; $36.00 handed back"),
        (100, 10000, "100 for 1", "$1.00 at 100 for 1 = $99.00; $100.00 handed back"),
        (700, 1517, "7 to 6", "$7.00 at 7 to 6 = $8.16 and 2/3 of a cent, paid as $8.17; $15.17 handed back"),
        (500, 2500, "", "$20.00 won on $5.00, $25.00 handed back"),
    ],
)
def test_arithmetic_of_a_settlement(stake: int, returned: int, odds: str, words: str) -> None:
    """Stake, odds, winnings, what is handed back; a part of the stake and a fraction of a cent are said."""
    assert arithmetic(Paid(1, "w", "", stake, returned, odds, cite="617a.4(a)")) == words


def test_633a_3_c_a_double_shoe_is_played_from_both_sides(pitboss: Pitboss, tmp_path: Path) -> None:
    """Until both were shuffled again; each seed is told with its side, and what was opened is what was committed to."""
    filed = tmp_path / "double.toml"
    choices = 'double_shoe = true\ndecks = 2\nsuit_to_side = "red_left"\nsplit_aces = "one_card"\n'
    filed.write_text(f'game = "blackjack"\n{choices}', encoding="utf-8")
    lines = ["", "", *(["blackjack 1", "done", *(["stand", ""] * 4)] * 40)]
    status, out, _ = pitboss("play", "blackjack", "--submission", filed, "--seed", SEED, typed="\n".join(lines))
    assert status == 0
    committed = [line.split()[-1] for line in out.splitlines() if "Seed committed" in line]
    for side in ("left", "right"):
        opened = [line.split()[-1] for line in out.splitlines() if f"Seed opened for the {side} side" in line]
        assert opened
        assert all(commitment(bytes.fromhex(seed)) in committed for seed in opened)
