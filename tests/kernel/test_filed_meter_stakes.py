"""What may be staked for a part of a progressive meter where the chapter fixes nothing (I-GEN-42)."""

from typing import Any

import pytest

import pitboss
from pitboss import catalogue
from pitboss.procedure import Refused
from pitboss.submission import (
    RulesSubmission,
    cautions,
    file_submission,
    filing_mistakes,
    made_choices,
    not_to_be_filed,
    submit,
)

GEN_42 = "I-GEN-42"
PAI_GOW = {
    "progressive_payout": True,
    "progressive_rate": "10",
    "progressive_initial": "2000.00",
    "progressive_reset": "2000.00",
}
BAD_BEAT = {
    "bad_beat_progressive": True,
    "bad_beat_rate": "10",
    "bad_beat_initial": "5000.00",
    "bad_beat_reset": "5000.00",
}
HIT_AND_RUN = {"hit_and_run_progressive": True, "hit_and_run_rate": "10", "hit_and_run_initial": "10000.00",
    "hit_and_run_reset": "10000.00"}  # fmt: skip
CASES = [
    ("pai-gow-poker", PAI_GOW, "progressive_payout"),
    ("blackjack", HIT_AND_RUN, "hit_and_run_progressive"),
    ("blackjack", BAD_BEAT, "bad_beat_progressive"),
]
wagers = pytest.mark.parametrize(("game", "offered", "wager"), CASES)


def filed(game: str, offered: dict[str, Any], **more: Any) -> dict[str, Any]:
    return made_choices(catalogue.game(game).example().chosen) | {"limits": {}} | offered | more


def limited(wager: str, least: str | None, most: str | None) -> dict[str, Any]:
    bounds = {"minimum": least, "maximum": most}
    return {"limits": {wager: {name: value for name, value in bounds.items() if value is not None}}}


def rules(game: str, chosen: dict[str, Any]) -> RulesSubmission:
    return submit(catalogue.game(game).rules, chosen)


@wagers
def test_i_gen_42_a_filing_that_leaves_the_stake_open_is_refused(
    game: str, offered: dict[str, Any], wager: str
) -> None:
    """Also with a minimum of the table; the wager's own has to be filed with its meter."""
    chosen = filed(game, offered, minimum="5.00")
    with pytest.raises(Refused, match=f"limits of the {wager} have to be filed with its meter") as no:
        file_submission(catalogue.game(game).rules, chosen)
    assert (no.value.why, no.value.cite) == ("forbidden_choice", GEN_42)
    (mistake,) = filing_mistakes(catalogue.game(game).rules, chosen)
    assert mistake.path == ("limits", wager)
    assert not filing_mistakes(catalogue.game(game).rules, chosen, in_force=True)
    assert GEN_42 in [doubt.cite for doubt in rules(game, chosen).doubts()]


@pytest.mark.parametrize(
    ("least", "most", "one", "by_stakes"),
    [
        ("0.01", "0.01", False, False),
        ("0.99", "0.99", False, False),
        ("1.00", "1.00", True, True),
        ("5.00", "5.00", True, True),
        ("1.00", "5.00", False, True),
        ("1.00", None, False, True),
        (None, "5.00", False, False),
    ],
)
@wagers
def test_i_gen_42_one_denomination_or_a_minimum(
    game: str, offered: dict[str, Any], wager: str, least: str | None, most: str | None, one: bool, by_stakes: bool
) -> None:
    """Minimum and maximum alike where winners have alike; a minimum where they share by stakes; never below a chip."""
    made = rules(game, filed(game, offered, **limited(wager, least, most)))
    assert (not list(not_to_be_filed(made))) is (by_stakes if "bad_beat" in wager else one)


@wagers
def test_i_gen_42_a_table_in_play_takes_its_minimum(game: str, offered: dict[str, Any], wager: str) -> None:
    """Rules in force before the reading: the table's minimum is the denomination, or the least where stakes count."""
    for minimum, least in (("5.00", 500), ("0.01", 100)):
        kept = rules(game, filed(game, offered, minimum=minimum)).in_play
        terms = kept.spots[wager, ""]
        assert terms.least == least
        assert (terms.most == least) is ("bad_beat" not in wager)
        assert not list(not_to_be_filed(kept))
    plain = rules(game, filed(game, offered, **limited(wager, "5.00", "5.00")))
    assert plain.in_play is plain


def test_645a_13_e_a_cent_wins_no_meter_at_a_table_that_could_be_filed() -> None:
    """The denomination and nothing beside it, below and above; a library table without one takes a cent, and says so."""
    game, chosen = "pai-gow-poker", filed("pai-gow-poker", PAI_GOW, **limited("progressive_payout", "5.00", "5.00"))
    for amount, ok in ((1, False), (499, False), (500, True), (501, False), (1000, False)):
        table = pitboss.Table(game, chosen, seed=1)
        stakes = [pitboss.wager("pai_gow_poker", 1000), pitboss.wager("progressive_payout", amount)]
        if ok:
            assert table.play(stakes).settlements
        else:
            with pytest.raises(Refused):
                table.play(stakes)
    assert pitboss.Table(game, chosen).cautions == ()
    given = pitboss.Table(game, filed(game, PAI_GOW, minimum="0.01"), seed=1)
    assert any(GEN_42 in sentence for sentence in given.cautions)
    given.play([pitboss.wager("pai_gow_poker", 1000), pitboss.wager("progressive_payout", 1)])
    assert cautions(given.rules) == given.cautions
