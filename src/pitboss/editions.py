"""Which text of a chapter holds on a date, and what two texts of it say differently.

The editions and their texts are data in ``provisions/``; what one of them changes in play is chosen in the chapter.
"""

from collections.abc import Iterator
from datetime import date

import msgspec

from pitboss import law
from pitboss.law import Edition, Provision
from pitboss.procedure import Refusal, Refused

PROPOSALS = "I-GEN-46"  # what becomes of a text that is only proposed
NOT_AT_HAND, AT_HAND = "The text of this section is not at hand.", "The text of this section is at hand."


class TextOn(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of a chapter on a date: what has to be said about it, and the edition that is shown, if any is."""

    chapter: str
    on: str
    said: str
    in_force: bool = False
    edition: Edition | None = None


class ProvisionDifference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A provision that two editions have under other letters or in other words; an empty id: it is not in that one."""

    kind: str  # words, letters, added, removed
    old: str
    new: str
    old_gist: str = ""
    new_gist: str = ""


def of_chapter(chapter: str) -> tuple[Edition, ...]:
    """Every edition of a chapter, the oldest first; or a refusal."""
    if chapter not in law.chapters():
        names = ", ".join(law.chapters())
        raise Refused(Refusal.NOT_FOUND, f"There is no chapter {chapter!r}; there are: {names}.", "")
    return law.chapter(chapter).edition


def named(chapter: str, edition: str) -> Edition:
    """One edition of a chapter, or a refusal that lists them."""
    known = of_chapter(chapter)
    found = next((one for one in known if one.name == edition), None)
    if found is None:
        names = ", ".join(one.name for one in known)
        raise Refused(Refusal.NOT_FOUND, f"Chapter {chapter} has no edition {edition!r}; there are: {names}.", "")
    return found


def recorded(chapter: str, name: str) -> Edition | None:
    """The edition that a record names; where it names none, the last; None: one that this program does not know."""
    known = law.chapter(chapter).edition
    return next((one for one in known if one.name == name), None) if name else known[-1]


def in_words(chapter: str, name: str) -> str:
    """What a record says of the text that was played."""
    found = recorded(chapter, name)
    if found is None:
        return name
    return f"PROPOSED: {found.words}" if found.proposed else found.words


def on(chapter: str, day: str, section: str = "") -> TextOn:
    """The text of a chapter on a date, or of one of its sections (``670a.12``), of which an edition may lack the text."""
    try:
        day = date.fromisoformat(day).isoformat()
    except ValueError:
        raise Refused(Refusal.MALFORMED, f"Expected a date like 2020-06-01, not {day!r}.", "") from None
    known = of_chapter(chapter)
    held = [one for one in known if one.effective and one.effective <= day and not (one.until and one.until < day)]
    if held:
        return _in_force(chapter, day, held[-1], section)
    pending = [one for one in known if one.proposed and one.filed <= day]
    if not pending:
        first = known[0]
        before = f"; before it were {first.replaces}, whose text is not at hand" if first.replaces else ""
        return TextOn(chapter, day, f"No text of Chapter {chapter} at hand was in force on {day}{before}.")
    last = pending[-1]
    gone = next((one for one in last.later if one.date and one.date <= day), None)
    if gone is not None:
        words = f"The text in force on {day} is not at hand ({_since(last, day)}). What follows was proposed before it"
    else:
        words = f"No text in force on {day}; pending proposal"
    return TextOn(chapter, day, f"{words}: {last.document}, filed {last.filed}.", edition=last)


def _in_force(chapter: str, day: str, edition: Edition, section: str) -> TextOn:
    if section in edition.missing:
        words = f"The text of § {section} in force on {day} is not at hand ({edition.document})."
        return TextOn(chapter, day, words, in_force=True)
    said = f"In force on {day}: edition {edition.name}, {edition.document}, effective {edition.effective}."
    if since := _since(edition, day):
        said += f" Amended since; later text not at hand: {since}. This is the last text at hand."
    return TextOn(chapter, day, said, in_force=True, edition=edition)


def _since(edition: Edition, day: str) -> str:
    """What became of an edition by a date, as far as it is known."""
    return "; ".join(later_words(one) for one in edition.later if not one.date or one.date <= day)


def later_words(one: law.Later) -> str:
    dated = f", {one.date}" if one.date else ""
    return f"{one.about} ({one.document}{dated})" if one.document else one.about


def section_of(cite: str) -> str:
    """``670a.12`` of ``670a.12(d)``."""
    place = law.Citation.parse(cite)
    return f"{place.chapter}.{place.section}"


def differences(chapter: str, old: str, new: str) -> Iterator[ProvisionDifference]:
    """Every provision that two editions of a chapter have otherwise, in the order of the chapter."""
    last, lacking = law.edition(chapter).name, {*named(chapter, old).missing} ^ {*named(chapter, new).missing}
    for line in law.chapter(chapter).provision:
        if section_of(line.id) in lacking:
            continue
        first, second = (line if one == last else line.as_in(one) for one in (old, new))
        if first is None and second is None:
            continue
        gists = tuple(one.gist if one is not None else "" for one in (first, second))
        if first is None or second is None:
            yield ProvisionDifference("added" if first is None else "removed", *map(_id, (first, second)), *gists)
        elif (first.id, first.gist) != (second.id, second.gist):
            yield ProvisionDifference("letters" if first.gist == second.gist else "words", first.id, second.id, *gists)
    for section in sorted(lacking):
        gists = tuple(NOT_AT_HAND if section in named(chapter, one).missing else AT_HAND for one in (old, new))
        yield ProvisionDifference("not at hand", section, section, *gists)


def _id(line: Provision | None) -> str:
    return line.id if line is not None else ""
