"""A shoe that is physically short while the count says otherwise: reported where a person deals, refused where software does."""

from typing import Literal

import pytest

from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.events import Event, Noted, Returned, RoundVoided, Settlement, Shuffled, Wagered
from pitboss.game import RoundStart
from pitboss.house.table import entries
from pitboss.house.table.table import Table, found
from pitboss.journal import Report
from pitboss.procedure import DEALER, Draw, Refusal, Refused, Window
from pitboss.testkit.random_play import tender, weighted
from pitboss.wagers import close_betting

SHORT = Report("insufficient_cards", by=DEALER)
CITES = {
    "minibaccarat": "627a.13(e)", "midibaccarat": "629a.13(e)", "baccarat": "631a.15(e)", "blackjack": "633a.14(f)",
    "over-under": "686a.9(b)", "casino-war": "I-GEN-19",
}  # fmt: skip
VOIDS = {"minibaccarat", "midibaccarat", "baccarat"}


class Dealt:
    """A round with one wager, in which the shoe is reported empty when so many cards of the round are out."""

    def __init__(self, game: str, *, physical: bool, after: int = 1) -> None:
        self.game = catalogue.game(game)
        self.play = Round(
            self.game, self.game.example(), self.game.open(self.game.example()), RoundStart(1, seated=(1,)),
            may_lie_face_down=physical,
        )  # fmt: skip
        self.events: list[Event] = []
        self.after, self.reported = after, False

    def to_the_report(self) -> None:
        wagered, cards = False, 0
        while True:
            asked = self.play.pending
            if isinstance(asked, Window) and not wagered:
                self.events += self.play.answer(tender(1, asked.menu.offers(1)[0], lambda n: 0))
                wagered = True
            elif isinstance(asked, Draw) and wagered:
                if cards == self.after:
                    return
                cards += 1
                self.step()
            else:
                self.step()

    def report(self) -> None:
        self.events += self.play.report(SHORT)

    def to_the_end(self) -> None:
        while not self.play.closed:
            self.step()

    def step(self) -> None:
        asked = self.play.pending
        if isinstance(asked, Window):
            self.events += self.play.answer(close_betting())
        elif isinstance(asked, Draw):
            self.events += self.play.answer(weighted(asked, lambda n: n // 2))
        else:
            election = self.play.elections()[0]
            self.events += self.play.answer((election.default or election.options[0]).answer(election.to))


@pytest.mark.parametrize("game", CITES)
def test_i_gen_45_short_shoe_is_reported_where_a_person_deals(game: str) -> None:
    """Whatever the count says; the section is followed, every wager is settled, and the books are marked as differing."""
    dealt = Dealt(game, physical=True)
    dealt.to_the_report()
    assert "insufficient_cards" in dealt.play.possible((1,))
    dealt.report()
    dealt.to_the_end()
    (note,) = [event for event in dealt.events if isinstance(event, Noted) and event.cite == "I-GEN-45"]
    assert "cards are left in it by the count" in note.what
    stakes = sum(event.amount for event in dealt.events if isinstance(event, Wagered))
    settled = [event for event in dealt.events if isinstance(event, Settlement)]
    assert sum(event.stake for event in settled) == stakes > 0
    voided = [event.cite for event in dealt.events if isinstance(event, RoundVoided)]
    reshuffled = [event.cite for event in dealt.events if isinstance(event, Shuffled) and event.cite == CITES[game]]
    assert (voided, reshuffled) == (([CITES[game]], []) if game in VOIDS else ([], [CITES[game]]))
    if game in VOIDS:
        assert all(isinstance(event, Returned) and event.returned == event.stake for event in settled)
    dealt.play = Round(
        dealt.game, dealt.play.rules, dealt.play.result, RoundStart(2, seated=(1,)), may_lie_face_down=True
    )
    dealt.events = list(dealt.play.events)
    while not isinstance(dealt.play.pending, Window):
        dealt.step()
    assert any(isinstance(event, Shuffled) for event in dealt.events)  # the next round has a new shoe


@pytest.mark.parametrize("game", CITES)
def test_i_gen_45_short_shoe_cannot_happen_where_software_deals(game: str) -> None:
    dealt = Dealt(game, physical=False)
    dealt.to_the_report()
    assert "insufficient_cards" not in dealt.play.possible((1,))
    with pytest.raises(Refused) as refusal:
        dealt.report()
    assert (refusal.value.why, refusal.value.cite) == (Refusal.CANNOT_HAPPEN, CITES[game])


@pytest.mark.parametrize("chance", ["entered", "generator"])
def test_i_gen_45_table_of_the_house_knows_who_deals(chance: Literal["entered", "generator"]) -> None:
    """Its settings say whether outcomes are entered; the record of the report replays."""
    game = catalogue.game("blackjack")
    rules = game.example()
    settings = entries.Settings(chance=chance)
    founded = entries.Founded(game.name, game.title, rules.chosen, rules.hash(game.name), "1", settings)
    table = found("table", founded, "2026-01-01T00:00:00Z")
    table.enter(entries.Opened("F"))
    table.enter(entries.Began(RoundStart(1, seated=(1,)), founded.submission, "1"))
    dealt = Dealt("blackjack", physical=chance == "entered")
    dealt.to_the_report()
    for act in dealt.play.history:
        assert not isinstance(act, Report)
        table.house(act)
    if chance == "generator":
        with pytest.raises(Refused, match="The cards are not too few"):
            table.report(SHORT, "key")
        return
    table.report(SHORT, "key")
    again = Table("table")
    for entry in table.written:
        again.replay(entry)
    assert again.play.events == table.play.events
