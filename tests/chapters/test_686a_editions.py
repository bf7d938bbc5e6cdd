"""Chapter 686a in both of its editions: as proposed in 2019 and as adopted in 2021 (I-686a-10)."""

import pytest

from pitboss import catalogue, law
from pitboss.chapters.ch686a_over_under import GAME, Edition, Rules
from pitboss.paper.documents import DOCUMENTS
from pitboss.paper.output import render
from pitboss.submission import submit
from pitboss.testkit.tables import Played, deal, play
from tests.shoes import BURN

PROPOSED, ADOPTED = Edition.PROPOSED_2019, Edition.ADOPTED_2021
WAGERS = "1 ante 10; 1 bonus 5; 2 ante 20; 2 bonus 5"


def both(cards: str, answers: str) -> tuple[Played, Played]:
    """The same round under each of the two texts."""
    made = (
        play("over-under", deal(WAGERS, f"{BURN} {cards}", answers), bonus_wager=True, edition=str(edition)).ok()
        for edition in (PROPOSED, ADOPTED)
    )
    first, second = made
    return first, second


@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("KS 2H 9S 8S 3D 4D", "1 over_23; 2 under_18"),  # 27 and 9
        ("KS KH 5D 4D 5C 4C", "1 over_23; 2 under_18"),  # 19: the house wins both
        ("KS 9H 9S 8S 5D 6D", "1 surrender; 2 over_23"),  # a Bonus Wager that wins; 20 loses
    ],
)
def test_686a_7_both_editions_settle_alike(cards: str, answers: str) -> None:
    """No payout differs; only the letters that the settlements cite do."""
    old, new = both(cards, answers)
    facts = [[(e["seat"], e["wager"], e["stake"], e["returned"]) for e in each.settlements] for each in (old, new)]
    assert facts[0] == facts[1]
    assert facts[0]
    assert [law.gist(e["cite"]) for e in old.settlements] == [law.gist(e["cite"]) for e in new.settlements]


def test_686a_7_k_l_m_each_edition_cites_its_own_letters() -> None:
    """A loss on 18 to 23 is (k) of the proposal and (l) of what was adopted; the Bonus Wager (l) and (m); the end (m) and (n)."""
    old, new = both("KS KH 5D 4D 5C 4C", "1 over_23; 2 under_18")
    lost = [{e["wager"]: e["cite"] for e in each.settlements} for each in (old, new)]
    assert (lost[0]["ante"], lost[0]["bonus"]) == ("686a.7(k)@2019-proposed", "686a.7(l)@2019-proposed")
    assert (lost[1]["ante"], lost[1]["bonus"]) == ("686a.7(l)", "686a.7(m)")
    assert [each.events_of("round_closed")[0]["cite"] for each in (old, new)] == [
        "686a.7(m)@2019-proposed",
        "686a.7(n)",
    ]


def test_686a_2_b_4_i_the_inscription() -> None:
    """Bonus Bets became Bonus wagers."""
    printed = [
        next(t.text for t in GAME.felt(Rules(edition=e)).inscriptions if t.cite == "686a.2(b)(4)(i)") for e in Edition
    ]
    assert printed[list(Edition).index(PROPOSED)].endswith("except for Bonus Bets")
    assert printed[list(Edition).index(ADOPTED)].endswith("except for Bonus wagers")


def test_686a_5_g_who_may_ask_for_the_cards_face_up() -> None:
    """Any player, as it was proposed; the first to arrive, as it was adopted."""

    def spread(edition: Edition) -> str:
        idle = next(one for one in GAME.checklists(Rules(edition=edition)) if one.name == "idle")
        return idle.items[0].text

    assert "if any player asked" in spread(PROPOSED)
    assert "if the first player to arrive asked" in spread(ADOPTED)


def test_i_gen_46_a_filing_of_before_keeps_its_hash() -> None:
    """The adopted text is the default: it is neither recorded nor hashed; the proposal is both."""
    plain, named = submit(Rules, {}), submit(Rules, {"edition": "2021"})
    assert plain == named
    assert "edition" not in plain.chosen
    assert plain.hash("over-under") == "8fa96ce8a5b03349ad23edc6492d8bfe7792509832a26335fcacb4d6cc16180c"
    proposed = submit(Rules, {"edition": "2019-proposed"})
    assert proposed.chosen["edition"] == "2019-proposed"
    assert proposed.hash("over-under") != plain.hash("over-under")


PAPERS = [paper for paper in DOCUMENTS if ".html" in paper.suffixes or ".svg" in paper.suffixes]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize(
    ("game", "edition"), [("over-under", PROPOSED), ("over-under", ADOPTED), ("dj-wild-stud-poker", "")]
)
def test_i_gen_46_every_paper_names_its_text(paper: object, game: str, edition: str) -> None:
    """A proposal is called PROPOSED on every paper; a text that was adopted never is; each names the document."""
    found = catalogue.game(game)
    rules = submit(found.rules, {"edition": str(edition)}) if edition else found.example()
    made = paper.make(found, rules, None)  # type: ignore[attr-defined]
    page = render(made, next(s for s in paper.suffixes if s != ".pdf")).decode()  # type: ignore[attr-defined]
    text = law.edition_of(found.chapter, rules)
    assert text.document in page
    assert ("PROPOSED" in page) is text.proposed
