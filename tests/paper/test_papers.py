"""The papers: documents of what is filed, and of nothing else."""

import re
from html import escape, unescape
from html.parser import HTMLParser

import pytest

from pitboss import catalogue, law
from pitboss.game import Game
from pitboss.law import chapter
from pitboss.mathematics.kit.edge import edges_for
from pitboss.paper import checklists, full_guide, guide, signs, submission_form, typeset
from pitboss.paper.alternatives import alternatives, rich
from pitboss.paper.applicable import shown
from pitboss.paper.document import Document, NoticeBlock
from pitboss.paper.documents import DOCUMENTS, document_named
from pitboss.paper.output import render, suffix_of
from pitboss.paper.page import html
from pitboss.paper.particulars import Particulars
from pitboss.paper.posted import posting
from pitboss.paper.review_clock import days_left, review_ends
from pitboss.paper.wager_rows import short
from pitboss.procedure import Refused
from pitboss.shown import HowToPlay, shown_of
from pitboss.submission import RulesSubmission, choices, made_choices, submit
from pitboss.wagers import offered
from tests.paper.cases import cases, examples, name

PAPERS = {"signs": signs, "checklists": checklists, "form": submission_form}
KNOWN = Particulars(
    holder="Harbor Lights", licence="F-12", tables=("101",), filing="RS-7", filed="2026-11-02", effective="2026-12-01"
)
VOID = {"meta", "br", "link"}
PAGE = re.compile(rb"/Type\s*/Page\b")


def how_to_play(game: Game, rules: RulesSubmission) -> HowToPlay:
    return shown_of(game).how_to_play(rules)


def said(words: str) -> str:
    return escape(words, quote=False)


def read(document: Document) -> str:
    """The words of a page, without its markup."""
    text = re.sub(r"<style.*?</style>|<svg.*?</svg>", " ", html(document), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", text)).replace("\u00a0", " ")


def other(game: str, **chosen: object) -> tuple[Game, RulesSubmission]:
    """The example of a game with some choices changed."""
    found = catalogue.game(game)
    base = made_choices(found.example().chosen)
    return found, submit(found.rules, {**base, **chosen})


# --- all of them


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_papers_are_whole_documents_with_particulars_and_hash(game: Game, rules: RulesSubmission) -> None:
    """Every tag is closed, nothing is fetched, and each says whose it is, for which table, and under which hash."""
    for paper in (signs, checklists):
        text = html(paper.document_of(game, rules, KNOWN))
        assert Balanced.check(text) == []
        assert rules.hash(game.name) in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        for known in ("Harbor Lights", "101", "2026-12-01"):
            assert known in text


def test_every_document_is_a_pdf_and_a_page() -> None:
    """What a desk offers of a filing can be had in each of its forms, the same bytes twice; no other form."""
    game = catalogue.game("go-fore-it")
    rules = game.example()
    for paper in DOCUMENTS:
        made = paper.make(game, rules, KNOWN)
        for suffix in paper.suffixes:
            written = render(made, suffix)
            assert written == render(paper.make(game, rules, KNOWN), suffix)
            assert written[:5] == {".pdf": b"%PDF-", ".html": b"<!doc", ".svg": b"<svg "}[suffix], paper.name
        with pytest.raises(Refused, match=r"Expected a file ending in \.pdf or "):
            render(made, ".txt")
    with pytest.raises(Refused, match="There is no document 'menu'; there are: form, guide"):
        document_named("menu")
    assert suffix_of("A.PDF", (".pdf",)) == ".pdf"


@pytest.mark.slow
def test_every_inspection_is_on_a_checklist_of_some_table() -> None:
    """A line of a register that a person looks at is on a list under the rules it is for."""
    listed: set[str] = set()
    button = {"start_selector": "button", "dealing": "automated_shoe"}
    for game in catalogue.games().values():
        filed = [game.example(), rich(game), *alternatives(game)]
        filed += [other(game.name, **button)[1]] if game.name == "pai-gow-poker" else []
        listed |= {item.cite for rules in filed for checklist in game.checklists(rules) for item in checklist.items}
    looked_at = [p.id for code in law.chapters() for p in chapter(code).provision if p.status == "inspection"]
    assert [provision for provision in looked_at if provision not in listed] == []


# --- the guide


DEAR = ("dj-wild-stud-poker", "pai-gow")  # whose edges or rounds take seconds
SHORT = [one if one[0].name not in DEAR else pytest.param(*one, marks=pytest.mark.slow) for one in examples()]


@pytest.mark.parametrize(("game", "rules"), SHORT, ids=name)
def test_guide_tells_what_is_offered_on_two_pages(game: Game, rules: RulesSubmission) -> None:
    """Each wager of the table with its edge and strategy, the filed odds, limits, helpline; two sheets at the most."""
    made = guide.document_of(game, rules, KNOWN)
    text = read(made)
    assert Balanced.check(html(made)) == []
    assert 1 <= len(PAGE.findall(typeset.pdf(made))) <= guide.PAGES
    assert "1-800-GAMBLER" in text
    gone = [kind for kind in game.wagers if kind not in offered(game.wagers, rules)]
    assert not [kind.title for kind in gone if kind.title in text]
    for edge in edges_for(game, rules):
        assert short(edge.element_of_risk if edge.strategy == "full odds" else edge.house_edge, 2) in text
    for sign in game.signs(rules):
        for odds in re.findall(r"\d[\d.]* (?:to|for) 1\b", sign.text):
            assert odds in text.replace(",", "")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "rules"), examples(), ids=name)
def test_guide_with_everything_offered_has_two_pages(
    game: Game, rules: RulesSubmission, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All side wagers, paytables and options together; the edges of the example take as much room as any."""
    edges = edges_for(game, rules)
    monkeypatch.setattr(guide, "edges_for", lambda *_: edges)
    assert len(PAGE.findall(typeset.pdf(guide.document_of(game, rich(game), KNOWN)))) <= guide.PAGES


def test_633a_13_f_guide_prints_the_filed_paytable_only() -> None:
    """Royal Match 21 by table C: its odds, and none of the others' that pay 25 or 10 to 1."""
    game, rules = other("blackjack", lucky_ladies=False, match_the_dealer=False)
    text = read(guide.document_of(game, rules))
    assert re.search(r"Royal Match\s+30 to 1\s+Suited Match\s+2\.5 to 1", text)
    assert "25 to 1" not in text
    assert "double shoe" not in text
    assert "Six decks" not in text
    assert "6 decks" in text


def test_633a_11_c_guide_counts_the_hands_of_a_split() -> None:
    """Two hands, and one more for each time a pair may be split again."""
    for again in (0, 1, 3):
        decisions = " ".join(text for text, _ in how_to_play(*other("blackjack", max_resplits=again)).decisions)
        assert f"to as many as {again + 2} hands" in decisions


def test_guide_tells_what_wins_of_wagers_that_share_a_row() -> None:
    """Four hard hops are one row, with the four throws that win them."""
    game = catalogue.game("craps")
    text = read(guide.document_of(game, game.example()))
    assert "Four, Six, Eight, Ten the Hardway on the Hop Bet" in text
    assert "2-2, 3-3, 4-4, 5-5" in text


@pytest.mark.parametrize(("game", "rules"), examples(), ids=name)
def test_words_of_a_round_rest_on_provisions(game: Game, rules: RulesSubmission) -> None:
    """Each sentence names a provision or reading that exists."""
    for filed in (rules, rich(game)):
        words = how_to_play(game, filed)
        assert words.steps
        for text, cite in (*words.worth, *words.steps, *words.decisions):
            assert text.endswith((".", '."'))
            assert law.gist(cite)


def test_full_guide_has_every_rule_of_play() -> None:
    """The long guide: each line of the register that is a rule."""
    game = catalogue.game("go-fore-it")
    text = html(full_guide.document_of(game, game.example()))
    for provision in chapter(game.chapter).provision:
        if provision.status == "rule":
            assert said(provision.gist) in text


# --- signs, checklists


@pytest.mark.parametrize(
    ("sentence", "head", "rows", "foot"),
    [
        ("Royal Match 21 pays Royal Match 30 to 1, Suited Match 2.5 to 1", "Royal Match 21",
        {"Royal Match": "30 to 1", "Suited " "Match": "2.5 to 1"}, ""),
        ("Blackjack pays 3 to 2; other winning hands pay 1 to 1", "", {"Blackjack": "3 to 2", "Other winning hands": "1 to 1"}, ""),
        ("King pays kings 8000 to 1 (Envy $5,000), queens, jacks or 10s 25 to 1; Envy from a $5 wager", "King",
        {"Kings": "8,000 " "to 1 (Envy $5,000)", "Queens, jacks or 10s": "25 to 1"}, "Envy from a $5 wager"),
        ("War pays 1 to 1, and 2 to 1 when the War deal ties", "", {}, "War pays 1 to 1, and 2 to 1 when the War deal ties"),
        ("Dragon Bonus · win by 9: 30 to 1 · natural tie: push", "Dragon Bonus", {"Win by 9": "30 to 1", "Natural tie": "push"},
        ""),
        ("The $5 Progressive pays Five aces $500 (Envy $50), Straight $7.50; the stake is returned", "$5 Progressive",
        {"Five " "aces": "$500 (Envy $50)", "Straight": "$7.50"}, "the stake is returned"),
    ],
)  # fmt: skip
def test_posted_awards_are_read_line_by_line(sentence: str, head: str, rows: dict[str, str], foot: str) -> None:
    """A list of awards becomes rows; what does not read as a list stays as it is."""
    found = posting(sentence)
    assert (found.head, dict(found.rows), found.foot) == (head, rows, foot)


def test_gen_34_a_sign_has_the_limits_that_its_table_posts_not_those_of_the_filing() -> None:
    """Two tables under one filing, of which one posts narrower limits."""
    game = catalogue.game("roulette")
    limits = {"minimum": "25.00", "maximum": "200.00", "limits": {"straight": {"maximum": "50.00"}}}
    known = Particulars(tables=("RL-1", "RL-2"), posted={"RL-2": limits})
    first, second = signs.document_of(game, game.example(), known).blocks[:2]
    assert isinstance(first, NoticeBlock)
    assert isinstance(second, NoticeBlock)
    assert ("Table RL-1" in first.head, "Minimum $1'" in str(first.lines)) == (True, True)
    assert ("Table RL-2" in second.head, "Minimum $25'" in str(second.lines)) == (True, True)
    assert "Maximum $200'" in str(second.lines)
    assert [words for _, words in second.pays] == ["$25 to $50"]


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_signs_say_all_that_is_posted(game: Game, rules: RulesSubmission) -> None:
    """Every word and number of each notice stands on a sign; the table's number and limits have one of their own."""
    text = read(signs.document_of(game, rules, KNOWN)).replace(",", "").lower()
    assert "table 101" in text
    for sign in game.signs(rules):
        words = re.sub(r"(?:minimum|maximum)(?: wager)? as posted|,|\.00", "", sign.text.lower())
        for word in re.findall(r"[a-z]{4,}|\d+(?:\.[1-9]\d*)?", words):
            assert word in text or word in ("pays", "wager"), word


@pytest.mark.parametrize(("game", "rules"), cases(), ids=name)
def test_checklists_have_the_items_that_apply_and_signature_lines(game: Game, rules: RulesSubmission) -> None:
    """Each list shows all its items and a line for each who signs; no provision that is for other equipment."""
    text = html(checklists.document_of(game, rules, KNOWN))
    applied = {item.cite for checklist in game.checklists(rules) for item in checklist.items}
    for checklist in game.checklists(rules):
        for item in checklist.items:
            assert said(item.text.rstrip(".").removesuffix(", or")) in text
        for signature in checklist.signatures:
            assert f", who {signature.does}: signature" in text
    for provision in chapter(game.chapter).provision:
        if provision.status == "inspection" and provision.id not in applied:
            assert said(provision.gist) not in text


# --- the form


def test_form_shows_every_choice_with_its_provision() -> None:
    """Name, note, value and citation of each choice, with holder, dates and the edges to four decimals."""
    for game, rules in (other("roulette"), other("over-under")):
        text = html(submission_form.document_of(game, rules, KNOWN))
        assert Balanced.check(text) == []
        for choice, (_, note, _) in choices(type(rules)).items():
            for part in (f"<code>{choice}</code>", note.about, note.cite, shown(rules.every_choice[choice])):
                assert (part if part.startswith("<") else said(part)) in text
        for edge in edges_for(game, rules):
            assert short(edge.house_edge, 4) in text
        for known in ("Harbor Lights", "F-12", "RS-7", "2026-12-01", "2026-11-17"):
            assert known in text


def test_form_tells_what_is_changed() -> None:
    """Against an approved submission: each choice and each wager that differs, and nothing else."""
    (game, before), (_, after) = other("roulette"), other("roulette", wheel="single", five_adjacent_number_wager=False)
    text = read(submission_form.document_of(game, after, against=before)).partition("Choices")[0]
    assert re.search(r"wheel\s+double\s+single", text)
    assert re.search(r"Five Adjacent Number Wager\s+35 to 1 on one of 5 equal parts .*?\s+no longer offered", text)
    assert re.search(r"Dozen Wager\s+2 to 1 · \$1 – \$500 · 5\.2632%\s+2 to 1 · \$1 – \$500 · 2\.7027%", text)
    assert "value_chips" not in text
    assert "No choice is changed." in read(submission_form.document_of(game, before, against=before))


def test_form_demands_inscriptions_of_wagers_offered_only() -> None:
    """The Fire Bet's notices, the notices of a covered 00 and a shaker's controls, each only where they apply."""
    for with_it, without, provision in (
        (other("craps"), other("craps", fire_bet=False), "623a.2(d)(4)(iii)(A)"),
        (other("roulette", wheel="double_as_single"), other("roulette", wheel="single"), "617a.4(c)(1)"),
        (other("sic-bo", shaker="automated"), other("sic-bo"), "625a.1(d)(2)(ii)"),
    ):
        gist = law.gist(provision)
        assert gist in read(submission_form.document_of(*with_it))
        assert gist not in read(submission_form.document_of(*without))


@pytest.mark.parametrize(
    ("filed", "ends"),
    [("2026-11-02", "2026-11-17"), ("2026-12-20", "2027-01-04"), ("2028-02-20", "2028-03-06"), ("", "")],
)
def test_601a_10_review_ends_after_15_days(filed: str, ends: str) -> None:
    """Calendar days, counted from the day after it was filed."""
    assert review_ends(filed) == ends


@pytest.mark.parametrize(("today", "left"), [("2026-05-01", 15), ("2026-05-16", 0), ("2026-05-17", -1)])
def test_601a_10_days_that_are_left_of_the_review(today: str, left: int) -> None:
    assert days_left("2026-05-01", today) == left


def test_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="Expected a day like 2026-05-01, not '2026-02-30'"):
        review_ends("2026-02-30")


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
