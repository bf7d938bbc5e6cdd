"""``pitboss submission``: written, checked, and refused with a citation where a choice is not lawful."""

import tomllib
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss import catalogue
from pitboss.law import is_citation
from pitboss.money import Money, Odds
from pitboss.procedure import Refused
from pitboss.submission import Choice, choices, made_choices, submit
from pitboss.submission import inner_type as inner
from tests.cli.conftest import Pitboss

GAMES = list(catalogue.games())


@pytest.mark.parametrize("game", GAMES)
def test_new_then_check_round_trips(pitboss: Pitboss, tmp_path: Path, game: str) -> None:
    """What ``new`` writes, ``check`` finds lawful, with the hash of the example."""
    path = tmp_path / "filed.toml"
    assert pitboss("submission", "new", game, "--out", path)[0] == 0
    chosen = catalogue.game(game)
    expected = chosen.example().hash(game)
    status, out, _ = pitboss("submission", "check", path, "--no-edges")
    assert (status, out.split()[:2]) == (0, [expected, "lawful"])
    assert all(line.startswith(("warning: ", "to be confirmed: ")) for line in out.splitlines()[2:])
    assert pitboss("submission", "new", game)[1] == path.read_text(encoding="utf-8")


def test_check_shows_edges_and_warns_of_what_favours_the_player(pitboss: Pitboss, tmp_path: Path) -> None:
    """Over 23 is in the player's favour once it is the better choice, and the game is not; Pai Gow well played is."""
    path = tmp_path / "filed.toml"
    pitboss("submission", "new", "over-under", "--out", path)
    status, out, _ = pitboss("submission", "check", path)
    assert status == 0
    assert "2.0997 % (13158/626665)" in out
    assert "favour" not in out
    other = tmp_path / "tiles.toml"
    pitboss("submission", "new", "pai-gow", "--out", other)
    out = pitboss("submission", "check", other)[1]
    assert "warning: Pai Gow Wager is in the player's favor: its house edge is -0.9396%." in out
    assert "-0.9396 %" in out.partition("\n\n")[2]


@pytest.mark.parametrize("words", [("submission", "new", "roulette"), ("floor", "new"), ("notice", "new")])
def test_a_file_to_be_edited_is_not_written_over(pitboss: Pitboss, tmp_path: Path, words: tuple[str, ...]) -> None:
    """What somebody has edited stays when the command is given again."""
    path = tmp_path / "mine.toml"
    path.write_text("# edited", encoding="utf-8")
    sentence = f"{path} is there already; name a new file, or remove it first.\n"
    assert pitboss(*words, "--out", path) == (2, "", sentence)
    assert path.read_text(encoding="utf-8") == "# edited"


def test_a_mark_before_the_first_letter_is_no_mistake(pitboss: Pitboss, tmp_path: Path) -> None:
    """Some editors of Windows write one, and lines that end in two signs."""
    path, scenario = tmp_path / "filed.toml", tmp_path / "scenario.toml"
    path.write_bytes(b'\xef\xbb\xbfgame = "roulette"\r\nwheel = "single"\r\n')
    scenario.write_bytes(b'\xef\xbb\xbfgame = "roulette"\r\n[[round]]\r\nchance = ["3"]\r\n')
    assert pitboss("submission", "check", path)[0] == 0
    assert "1/37" in pitboss("edge", "roulette", "--wager", "red", "--submission", path)[1]
    assert pitboss("run", scenario)[0] == 0
    assert pitboss("export", scenario)[0] == 0


def unlawful(kind: Any, note: Choice) -> list[Any]:
    """Values that no choice of this type may have."""
    kind = inner(kind)
    if kind is bool:
        return ["perhaps", 1]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return ["no_such_choice", True, ""]
    if kind is int or kind is Money:
        out = [True, "many", -1]
        if kind is int and note.least is not None:
            out.append(note.least - 1)
        if kind is int and note.most is not None:
            out.append(note.most + 1)
        return out
    if kind is Fraction:
        return ["much", True, -1, 101 if note.most is None else note.most + 1]
    if kind is Odds:
        return ["evens", "0 to 0"]
    if kind is str:
        return ["", 3]
    return ["not a table", 3]


@pytest.mark.parametrize("game", GAMES)
def test_each_forbidden_choice_is_refused_with_its_citation(game: str) -> None:
    """For every choice: values outside what the text allows are refused, citing the provision."""
    rules = catalogue.game(game).rules
    lawful = catalogue.game(game).example().chosen
    needed = {name: lawful[name] for name, (_, note, _) in choices(rules).items() if note.must}
    for name, (kind, note, _) in choices(rules).items():
        for value in unlawful(kind, note):
            with pytest.raises(Refused) as caught:
                submit(rules, {**needed, name: value})
            assert is_citation(caught.value.cite), f"{game}: {name} = {value!r}"
            assert name in caught.value.sentence or repr(value) in caught.value.sentence


@pytest.mark.parametrize("game", GAMES)
def test_check_prints_one_cited_sentence_and_fails(pitboss: Pitboss, tmp_path: Path, game: str) -> None:
    """A choice that is not lawful: exit status 1, one sentence, what is allowed, the provision."""
    path = tmp_path / "bad.toml"
    text = pitboss("submission", "new", game)[1]
    path.write_text(text.replace('breakage = "up_to_cent"', 'breakage = "sideways"'), encoding="utf-8")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["breakage"] == "sideways"
    status, out, err = pitboss("submission", "check", path)
    assert (status, out) == (1, "")
    assert err.count("\n") == 1
    assert "up_to_cent" in err
    assert err.endswith("[I-GEN-06]\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no game"),
        ("game = 3", "names no game"),
        ('game = "faro"', "roulette"),
        ("game = ", "not TOML"),
        ('game = "roulette"\nsurprise = true', "'surprise' is not a choice"),
        ('game = "roulette"\nminimum = "10.00"\nmaximum = "5.00"', "minimum of the table, $10.00, is above"),
        ('game = "roulette"\nsingle_zero_trio_and_four = true', "617a.3(e)(3)(i)"),
        ('game = "roulette"\n[payouts]\nstraight = "34 to 1"', "617a.4(a)"),
        ('game = "go-fore-it"\ngopher_paytable = "A"\ndealing = "hand"\nshuffler = "manual"', "676a.9(a)(1)"),
    ],
)
def test_check_refuses_what_is_not_a_submission(pitboss: Pitboss, tmp_path: Path, text: str, words: str) -> None:
    """Each fault is one sentence and exit status 1."""
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    status, out, err = pitboss("submission", "check", path)
    assert (status, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1


def test_check_tells_all_mistakes_each_with_its_line(pitboss: Pitboss, tmp_path: Path) -> None:
    """Nine at once: what was meant first, where it stands, the provision; a misspelt choice is not missing besides."""
    lines = (
        'game = "blackjack"',
        'deckss = 6  # the choice is "decks"',
        'split_ace = "one_card"',
        "max_resplits = -1",
        "max_ace_resplit = 0",
        'settlement_order = "colect_first"',
        "[limits]",
        'blackjak = { minimum = "x", maximum = "y" }',
        'blackjack = { minimum = "0.00", maximum = "many" }',
    )
    path = tmp_path / "bad.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    status, out, err = pitboss("submission", "check", path)
    told = err.splitlines()
    assert (status, out) == (1, "")
    assert [line.split(":")[0] for line in told] == [
        "adjacent_boxes has to be specified; choose a whole number from 1 to 7. [633a.6(f)]",
        *(f"line {number}" for number in (2, 3, 4, 5, 6, 8, 9, 9)),
    ]
    meant = ("decks", "split_aces", "", "max_ace_resplits", "collect_first", "blackjack", "", "")
    assert all(f"did you mean {words}?" in line or not words for line, words in zip(told[1:], meant, strict=True))
    assert all(is_citation(line.rsplit("[", 1)[1].rstrip("]")) for line in told)


def test_633a_13_m_a_payout_limit_too_low_says_how_much_would_do() -> None:
    """A limit below 1000 times the maximum Lucky Ladies Wager is refused with the amount, which then is lawful."""
    game = catalogue.game("blackjack")
    chosen = made_choices(game.example().chosen)
    chosen |= {"lucky_ladies": True, "limits": {"lucky_ladies": {"maximum": "25.01"}}}
    with pytest.raises(Refused, match=r"below \$25010\.00, .* would do") as caught:
        submit(game.rules, chosen | {"payout_limit": "25009.99"})
    assert caught.value.cite == "633a.13(m)"
    submit(game.rules, chosen | {"payout_limit": "25010.00"})


def test_new_names_the_wagers_that_limits_may_name(pitboss: Pitboss) -> None:
    """Below the comment of ``[limits]``, every one of them."""
    out = pitboss("submission", "new", "sic-bo")[1]
    assert f"# It may name: {', '.join(catalogue.game('sic-bo').rules.wager_names())}.\n[limits]" in out


SUSPECT = {
    "dj-wild-stud-poker": {"two_way_bad_beat_bonus": "true", "two_way_bad_beat_bonus_paytable": '"DJWBB-04"'},
    "face-up-pai-gow-poker": {"fortune_bonus": "true", "fortune_bonus_paytable": '"5"'},
}


SPECIFIED = {  # what the text has the holder specify
    "dj-wild-stud-poker": {"adjacent_boxes": "1"},
    "face-up-pai-gow-poker": {"house_way": '"standard"'},
}


@pytest.mark.parametrize("game", SUSPECT)
def test_a_choice_whose_print_is_suspect_is_lawful_and_flagged(pitboss: Pitboss, tmp_path: Path, game: str) -> None:
    """Print governs; ``check`` and the form say what has to be confirmed, and by what reading."""
    path = tmp_path / "filed.toml"
    chosen = "\n".join(f"{key} = {value}" for key, value in (SUSPECT[game] | SPECIFIED[game]).items())
    path.write_text(f'game = "{game}"\n{chosen}\n', encoding="utf-8")
    status, out, _ = pitboss("submission", "check", path, "--no-edges")
    assert status == 0
    flagged = out.splitlines()[2]
    key = list(SUSPECT[game])[1]
    assert flagged.startswith(f"to be confirmed: {key}: ")
    assert "[I-68" in flagged
    form = pitboss("form", game, "--submission", path)[1]
    assert "Confirmed for the certificate holder" in form
    assert "Confirmed for the certificate holder" not in pitboss("form", game)[1]
