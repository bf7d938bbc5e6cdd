"""What every submission is held to, whatever the game."""

import re

import pytest

from pitboss import catalogue
from pitboss.chapters.ch617a_roulette import GAME
from pitboss.procedure import Refusal, Refused
from pitboss.submission import choices, file_submission, made_choices, mistakes, submit, unspecified, write


@pytest.mark.parametrize(
    ("filed", "sentence"),
    [
        ({"minimum": "10.00", "maximum": "9.99"}, "The minimum of the table, $10.00, is above its maximum, $9.99."),
        ({"minimum": "10.00", "limits": {"straight": {"maximum": "9.99"}}}, "The minimum of straight, $10.00, is"),
        ({"maximum": "10.00", "limits": {"straight": {"minimum": "10.01"}}}, "The minimum of straight, $10.01, is"),
        ({"limits": {"straight": {"minimum": "2.00", "maximum": "1.00"}}}, "The minimum of straight, $2.00, is"),
    ],
)
def test_limits_that_leave_no_wager_are_refused(filed: dict[str, object], sentence: str) -> None:
    """I-GEN-34: what the limits of one wager leave open, those of the table say."""
    with pytest.raises(Refused) as caught:
        submit(GAME.rules, filed)
    assert caught.value.sentence.startswith(sentence)
    assert caught.value.cite == "I-GEN-34"


def test_a_single_amount_may_be_the_only_one() -> None:
    """I-GEN-34: a minimum that is the maximum leaves one wager."""
    filed = {"minimum": "10.00", "maximum": "50.00", "limits": {"straight": {"maximum": "10.00"}}}
    rules = submit(GAME.rules, filed)
    assert (rules.least("straight"), rules.most("straight"), rules.most("red")) == (1000, 1000, 5000)


@pytest.mark.parametrize("game", catalogue.games())
def test_a_written_submission_explains_every_choice_in_sentences(game: str) -> None:
    """Each choice has a comment: sentences with a capital and a full stop, then the citation in brackets.

    Lines that a choice could be written on, ``# name = []``, are no comments of this kind.
    """
    comments = [
        line
        for line in write(game, catalogue.game(game).example()).splitlines()
        if line.endswith("]") and line[0] == "#" and not re.match(r"# \w+ = ", line)
    ]
    assert len(comments) >= 5
    for comment in comments:
        assert re.fullmatch(r"# [A-Z0-9$].*\. (One of: |True or false|An? |Odds|Words).*\. \[[^\[\]]+\]", comment), (
            comment
        )


@pytest.mark.parametrize("game", catalogue.games())
def test_a_choice_that_is_not_made_is_one_comment(game: str) -> None:
    """Whoever removes "# " and writes a value has made the choice."""
    rules = catalogue.game(game).example()
    lines = write(game, rules).splitlines()
    for name, value in rules.every_choice.items():
        if value is None:
            assert f"# {name} =" in lines
    assert not [line for line in lines if line.startswith("# #")]


def test_a_game_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(Refused) as caught:
        catalogue.game("whist")
    assert caught.value.why is Refusal.NOT_FOUND
    assert "roulette" in caught.value.sentence


SPECIFYING = (
    "minibaccarat", "midibaccarat", "baccarat", "blackjack", "pai-gow-poker", "casino-war", "go-fore-it", "over-under",
    "dj-wild-stud-poker", "face-up-pai-gow-poker",
)  # fmt: skip


@pytest.mark.parametrize("game", sorted(catalogue.games()))
def test_an_empty_filing_is_refused_by_the_name_of_each_choice(game: str) -> None:
    """What the text has the holder specify, and what comes with an option that is elected; the example has it all."""
    rules = catalogue.game(game).rules
    always = [name for name, note in unspecified(rules, {})]
    if always:
        with pytest.raises(Refused) as caught:
            file_submission(rules, {})
        assert all(name in caught.value.sentence for name in always)
    else:
        assert game not in SPECIFYING, "its text has something specified"
    elected = {name: True for name, (kind, _, _) in choices(rules).items() if kind is bool}
    for name, note in unspecified(rules, elected):
        assert name in always or set(note.only_with) & set(elected)
    filed = made_choices(catalogue.game(game).example().chosen)
    file_submission(rules, filed)
    for name, _ in unspecified(rules, {n: v for n, v in filed.items() if isinstance(v, bool)}):
        with pytest.raises(Refused, match=name):
            file_submission(rules, {other: value for other, value in filed.items() if other != name})


@pytest.mark.parametrize("game", catalogue.games())
def test_none_is_not_chosen(game: str) -> None:
    """A record has None for a choice that was not made: the rules and their hash are those of a file that leaves it out."""
    found = catalogue.game(game)
    recorded = found.example().chosen
    written = made_choices(recorded)
    assert set(recorded) - set(written) == {name for name, value in recorded.items() if value is None}
    rules = submit(found.rules, recorded)
    assert rules == submit(found.rules, written) == found.example()
    assert rules.hash(game) == submit(found.rules, written).hash(game) == found.example().hash(game)
    assert mistakes(found.rules, recorded) == mistakes(found.rules, written) == []
    assert unspecified(found.rules, recorded) == unspecified(found.rules, written)


def test_none_hides_nothing() -> None:
    """What has no default has to be chosen, and a name that is no choice is refused, whatever it is set to."""
    blackjack = catalogue.game("blackjack").rules
    with pytest.raises(Refused, match="split_aces has no default"):
        submit(blackjack, {"split_aces": None})
    assert "split_aces" in {name for name, _ in unspecified(blackjack, {"split_aces": None})}
    with pytest.raises(Refused, match="'wheels' is not a choice of this game"):
        submit(GAME.rules, {"wheels": None})
