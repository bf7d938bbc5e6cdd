"""Editions of the chapters: which text holds on a date, and what two of them say differently."""

import re

import pytest

from pitboss import editions, law
from pitboss.chapters.ch686a_over_under import Edition, Rules
from pitboss.procedure import Refused

OLD, NEW = "2019-proposed", "2021"


@pytest.mark.parametrize("chapter", law.chapters())
def test_every_chapter_says_which_text_it_is(chapter: str) -> None:
    """Each edition has a document and an authority; one that holds has a day; what differs names an edition that is there."""
    known = law.chapter(chapter).edition
    assert len({one.name for one in known}) == len(known) >= 1
    for one in known:
        assert one.document
        assert one.authority
        assert bool(one.effective) is not one.proposed, one.name
        assert not one.superseded_by or one.superseded_by in {other.name for other in known}
        days = [day for day in (one.filed, one.adopted, one.effective, one.until) if day]
        assert days == sorted(days)
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", day) for day in days)
    older = {one.name for one in known[:-1]}
    assert all(before.edition in older for line in law.chapter(chapter).provision for before in line.before)


@pytest.mark.parametrize(
    ("day", "said", "edition"),
    [
        ("2019-07-11", "No text of Chapter 686a at hand was in force on 2019-07-11.", ""),
        ("2019-07-12", "No text in force on 2019-07-12; pending proposal: Pa.B. Doc. No. 19-1055", OLD),
        ("2021-05-28", "No text in force on 2021-05-28; pending proposal", OLD),
        ("2021-05-29", "In force on 2021-05-29: edition 2021, 51 Pa.B. 2975, effective 2021-05-29.", NEW),
    ],
)
def test_686a_on_a_date(day: str, said: str, edition: str) -> None:
    """A proposal never was in force; the adopted text holds from its publication on."""
    found = editions.on("686a", day)
    assert found.said.startswith(said)
    assert (found.edition.name if found.edition else "") == edition
    assert found.in_force is (edition == NEW)


@pytest.mark.parametrize(
    ("cite", "day", "words", "shown"),
    [
        ("687a.6", "2021-05-28", "No text in force on 2021-05-28; pending proposal", True),
        (
            "687a.6",
            "2021-05-29",
            "The text in force on 2021-05-29 is not at hand (adopted (51 Pa.B. 2975, 2021-05-29))",
            True,
        ),
        (
            "670a.12",
            "2019-11-01",
            "The text of § 670a.12 in force on 2019-11-01 is not at hand (46 Pa.B. 5540).",
            False,
        ),
        ("670a.12", "2019-11-02", "In force on 2019-11-02: edition 2019", True),
        ("670a.11", "2019-11-01", "In force on 2019-11-01: edition 2016", True),
        ("633a.7", "2025-01-11", "55 Pa.B. 261, 2025-01-11", True),
        ("617a.4", "2012-05-18", "§§ 531.1–531.7 (temporary; rescinded), whose text is not at hand", False),
        ("617a.4", "2012-05-19", "In force on 2012-05-19: edition 2012, Pa.B. Doc. No. 12-968 (42 Pa.B.)", True),
    ],
)
def test_a_text_that_is_not_at_hand_is_said_to_be_so(cite: str, day: str, words: str, shown: bool) -> None:
    """Amended since, rescinded before, or never published here: the answer says it, with the last text there is."""
    found = editions.on(cite.partition(".")[0], day, cite)
    assert words in found.said
    assert (found.edition is not None) is shown
    assert "55 Pa.B. 261" not in editions.on("633a", "2025-01-10").said


def test_i_686a_10_what_the_adopted_text_changed() -> None:
    """One difference of play, one inscription, the letters at the end of .7; nothing else."""
    found = list(editions.differences("686a", OLD, NEW))
    assert [one.new for one in found if one.kind == "words"] == ["686a.2(b)(4)(i)", "686a.5(g)"]
    assert [(one.old, one.new) for one in found if one.kind == "letters"] == [
        ("686a.7(i)", "686a.7(k)"),
        ("686a.7(i)(1)", "686a.7(k)(1)"),
        ("686a.7(i)(2)", "686a.7(k)(2)"),
        ("686a.7(k)", "686a.7(l)"),
        ("686a.7(l)", "686a.7(m)"),
        ("686a.7(m)", "686a.7(n)"),
        ("686a.7(n)", "686a.7(o)"),
    ]
    back = list(editions.differences("686a", NEW, OLD))
    assert [(one.old, one.new, one.old_gist) for one in back] == [(one.new, one.old, one.new_gist) for one in found]
    assert not list(editions.differences("686a", NEW, NEW))
    assert [one.old for one in editions.differences("670a", "2016", "2019")] == ["670a.12"]


def test_a_citation_may_name_its_edition() -> None:
    """``686a.7(k)@2019-proposed`` is a citation of its own, and says what that letter said then."""
    for letter, then in (("l", "k"), ("m", "l"), ("n", "m")):
        cite = law.lettered(f"686a.7({letter})", Rules(edition=Edition.PROPOSED_2019))
        assert cite == f"686a.7({then})@{OLD}"
        assert law.is_citation(cite)
        assert law.known(cite)
        assert str(law.Citation.parse(cite)) == cite
        assert law.gist(cite) == law.gist(f"686a.7({letter})") != law.gist(f"686a.7({then})")
        assert law.lettered(f"686a.7({letter})", Rules()) == f"686a.7({letter})"
    assert law.lettered("686a.7(j)", Rules(edition=Edition.PROPOSED_2019)) == "686a.7(j)"
    assert not law.known(f"686a.7(o)@{OLD}")
    assert not law.look_up("686a.7(k)@1999")


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: editions.on("686a", "June"), "Expected a date like 2020-06-01, not 'June'."),
        (lambda: editions.on("999a", "2020-06-01"), "There is no chapter '999a'"),
        (lambda: list(editions.differences("686a", "2020", NEW)), "there are: 2019-proposed, 2021."),
    ],
)
def test_what_is_not_there_is_refused_with_what_is(ask: object, sentence: str) -> None:
    """A date, a chapter, an edition."""
    with pytest.raises(Refused, match=re.escape(sentence)):
        ask()  # type: ignore[operator]
