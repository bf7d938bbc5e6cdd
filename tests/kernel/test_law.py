"""Citations: parsed, ordered, looked up."""

import pytest

from pitboss.law import Citation, chapter, chapters, gist, is_citation, known, look_up

EVERY = [provision.id for name in chapters() for provision in chapter(name).provision]


def test_every_provision_parses_and_prints_the_same() -> None:
    """Every id of every register is a citation and survives a round trip."""
    assert [str(Citation.parse(text)) for text in EVERY] == EVERY


@pytest.mark.parametrize(
    "text", ["", "676a", "676.11(b)", "676a.", "676a.11(b", "I-676a-5", "§ 676a.11", "676a.7(c): and so on"]
)
def test_other_texts_are_no_citations(text: str) -> None:
    """A citation has one form."""
    assert not is_citation(text)
    with pytest.raises(ValueError, match="not a citation"):
        Citation.parse(text)


def test_citations_are_ordered_by_section_number() -> None:
    """Section 11 comes after section 9."""
    assert Citation.parse("676a.9(b)") < Citation.parse("676a.11(a)") < Citation.parse("676a.11(a)(1)")


def test_gist_of_a_line_and_of_the_one_above() -> None:
    """A citation without a line of its own is told by the nearest above it."""
    assert gist("676a.11(b)")
    assert gist("617a.6(a)(9)") == gist("617a.6(a)")
    assert gist("I-617a-08")
    assert gist("999a.1") == ""


def test_known_is_exact() -> None:
    """Known means a line of its own."""
    assert known("676a.1:Par")
    assert not known("617a.6(a)(9)")


def test_sections_outside_the_chapters_are_named_as_such() -> None:
    """I-GEN-31: § 601a.10 and § 670b.1 are known by name, and said not to be encoded."""
    for cite in ("601a.10", "670b.1"):
        (found,) = look_up(cite)
        assert found.id == cite
        assert "not encoded" in gist(cite)
