"""The papers: what no code decides is printed somewhere, with its citation."""

from html import escape
from html.parser import HTMLParser

import pytest

from pitboss.game import Game
from pitboss.law import chapter
from pitboss.mathematics.kit.edge import edges_for
from pitboss.money import dollars
from pitboss.paper import checklists, guide, procedure_card, signs, submission_form
from pitboss.paper.guide import percent
from pitboss.submission import RulesSubmission, choices
from pitboss.wagers import offered
from tests.paper.cases import cases, examples, name

PAPERS = {"guide": guide, "signs": signs, "card": procedure_card, "checklists": checklists, "form": submission_form}
VOID = {"meta", "br", "link"}


def said(words: str) -> str:
    return escape(words, quote=False)


@pytest.mark.parametrize(("game", "rules"), examples(), ids=name)
def test_every_provision_kept_by_people_or_paper_is_printed(game: Game, rules: RulesSubmission) -> None:
    """Each provision of status paper, inspection or conduct stands on one of the papers."""
    pages = {title: paper.html(game, rules) for title, paper in PAPERS.items()}
    everything = "\n".join(pages.values())
    for provision in chapter(game.chapter).provision:
        if provision.status in ("paper", "inspection", "conduct"):
            assert f"§ {provision.id}<" in everything, f"{provision.id} is on no paper"
        if provision.status == "conduct":
            assert said(provision.gist) in pages["card"], provision.id
        if provision.status == "paper" and provision.paper in ("layout", "form"):
            assert said(provision.gist) in pages["form"], provision.id
        if provision.status == "paper" and provision.paper == "sign":
            assert said(provision.gist) in pages["signs"], provision.id
        if provision.status == "paper":
            assert provision.paper in ("layout", "form", "sign", "guide"), (
                f"{provision.id}: no paper {provision.paper!r}"
            )


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
@pytest.mark.parametrize("paper", [p for p in PAPERS if p != "guide"])
def test_papers_are_whole_documents_with_the_hash(game: Game, rules: RulesSubmission, paper: str) -> None:
    """Every tag is closed, nothing is fetched from elsewhere, and the foot bears the submission's hash."""
    text = PAPERS[paper].html(game, rules)
    assert Balanced.check(text) == []
    assert rules.hash(game.name) in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize(("game", "rules"), examples(), ids=name)
def test_guide_lists_wagers_limits_and_edges(game: Game, rules: RulesSubmission) -> None:
    """Each wager offered is in the guide with its citation, its limits and its exact edge."""
    text = guide.html(game, rules)
    assert Balanced.check(text) == []
    assert rules.hash(game.name) in text
    for kind in offered(game.wagers, rules):
        assert said(kind.title) in text
        assert f"§ {kind.cite}<" in text
        if kind.tendered:
            assert f"${dollars(rules.least(kind.name))}" in text
    for edge in edges_for(game, rules):
        assert percent(edge.house_edge).split(" (")[0] in text
    for irregularity in game.irregularities:
        assert said(irregularity.remedy) in text


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_form_shows_every_choice_with_its_provision(game: Game, rules: RulesSubmission) -> None:
    """Name, note, value and citation of each choice."""
    text = submission_form.html(game, rules)
    for choice, (_, note, _) in choices(type(rules)).items():
        assert f"<code>{choice}</code>" in text
        assert said(note.about) in text
        assert said(note.cite) in text
        assert said(submission_form.shown(rules.chosen[choice])) in text


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_checklists_have_items_and_signature_lines(game: Game, rules: RulesSubmission) -> None:
    """Each list shows all its items and a line for each who signs."""
    text = checklists.html(game, rules)
    for checklist in game.checklists(rules):
        for item in checklist.items:
            assert said(item.text) in text
        for signature in checklist.signatures:
            assert f", who {signature.does}: signature" in text


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_signs_are_all_printed(game: Game, rules: RulesSubmission) -> None:
    """Each notice the rules call for has a frame of its own."""
    text = signs.html(game, rules)
    assert text.count('class="sign"') == len(game.signs(rules))
    for sign in game.signs(rules):
        assert said(sign.text) in text.replace("\u00a0", " ")


class Balanced(HTMLParser):
    """Finds tags that are not closed, or closed out of order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []

    @classmethod
    def check(cls, text: str) -> list[str]:
        parser = cls()
        parser.feed(text)
        parser.close()
        return parser.faults + [f"<{tag}> is never closed" for tag in parser.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes something else")
