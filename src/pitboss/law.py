"""Citations: parse them, put them in order, look up what they say.

Two kinds of authority are cited: a provision of a chapter (``676a.11(d)(3)(i)``, or a definition
``676a.1:Par``) and a reading of the project where the text is silent or contradictory (``I-676a-05``).
Both are recorded, in our own words, in ``provisions/<chapter>.toml``, the only source of what they say.

A chapter is one or more editions, the oldest first. The last is the one that is encoded and that an id without an edition
means; ``686a.7(k)@2019-proposed`` is what that letter says in another one.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

STATUSES = ("rule", "paper", "inspection", "conduct", "reference")

EDITION = "@"  # before the name of an edition that is not the chapter's last
_PROVISION = re.compile(r"(\d{3})a\.(\d+)((?:\([0-9A-Za-z]+\))*)(?::([^\s@][^@]*))?(?:@([0-9a-z-]+))?$")
# Provisions that the encoded chapters rely on and that are outside this project (I-GEN-31).
OUTSIDE = {
    "601a.2": "Rules Submissions are filed for each game that leaves choices to the certificate holder.",
    "601a.10": "Layouts, signs and equipment are submitted on the Board's form and approved before use, by its Executive "
    "Director within fifteen days; where boxes and shoes stand is for the compliance supervisor. Its text is not encoded.",
    "670b.1": "The Must-Hit-By Mystery Bonus may be added to the games of Chapter 670a. Its text is not encoded.",
}
_READING = re.compile(r"I-(GEN|\d{3}a)-(\d{2})$")


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place in the regulations. ``Citation.parse("633a.7(e)(2)")``; ``str()`` gives it back."""

    chapter: str
    section: int
    paragraphs: tuple[str, ...] = ()
    term: str = ""
    edition: str = ""

    @classmethod
    def parse(cls, text: str) -> "Citation":
        found = _PROVISION.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is not a citation; write one like 676a.11(d)(3)(i).")
        number, section, paragraphs, term, edition = found.groups()
        return cls(f"{number}a", int(section), tuple(re.findall(r"\(([^)]+)\)", paragraphs)), term or "", edition or "")

    def __str__(self) -> str:
        tail = "".join(f"({p})" for p in self.paragraphs) + (f":{self.term}" if self.term else "")
        return f"{self.chapter}.{self.section}{tail}" + (f"{EDITION}{self.edition}" if self.edition else "")

    @property
    def above(self) -> "Citation | None":
        """The provision that this one is part of; None for the section itself."""
        if self.term:
            return Citation(self.chapter, self.section, edition=self.edition)
        if not self.paragraphs:
            return None
        return Citation(self.chapter, self.section, self.paragraphs[:-1], edition=self.edition)


class Later(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What became of a text since; the words of it are not at hand."""

    about: str
    document: str = ""
    date: str = ""  # from when on; empty: not known


class Edition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One text of a chapter: where it was published, by what authority, and from when to when it is law. Dates are written
    year-month-day; one that is not known, or never came, is empty."""

    name: str
    status: Literal["proposed", "adopted", "rescinded"]
    document: str
    authority: tuple[str, ...]
    filed: str = ""
    adopted: str = ""
    effective: str = ""
    until: str = ""  # the last day
    replaces: str = ""
    superseded_by: str = ""  # the edition that came instead
    missing: tuple[str, ...] = ()  # sections of which this edition's text is not at hand
    later: tuple[Later, ...] = ()

    @property
    def proposed(self) -> bool:
        return self.status == "proposed"

    @property
    def words(self) -> str:
        """What a paper says of the text that it follows."""
        if self.proposed:
            filed = f", filed {self.filed}" if self.filed else ""
            return f"edition {self.name}, {self.document}{filed}, not adopted law"
        since = f", effective {self.effective}" if self.effective else ""
        return f"edition {self.name}, {self.status}, {self.document}{since}"


class Earlier(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a provision read in another edition: under another ``id``, in other words, or not at all (``absent``)."""

    edition: str
    id: str = ""
    gist: str = ""
    absent: bool = False


class Provision(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a chapter: what it says in our words, and how the project answers for it."""

    id: str
    gist: str
    status: str
    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    paper: str = ""
    checklist: str = ""
    who: str = ""
    before: tuple[Earlier, ...] = ()  # where another edition differs

    def as_in(self, edition: str) -> "Provision | None":
        """This provision as another edition has it; None: it has none. Where nothing is said it reads alike."""
        own = next((one for one in self.before if one.edition == edition), None)
        if own is None:
            return self
        return None if own.absent else msgspec.structs.replace(self, id=own.id or self.id, gist=own.gist or self.gist)


class Rival(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Another way to read the same words: what it says, who argues it with what, and what it would cost whom."""

    says: str
    argues: str
    costs: str
    value: str = ""  # of the reading's choice; empty: it cannot be filed


class Reading(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A decision where the text is silent, garbled or at odds with itself. Where it is contested, ``choice`` is what a
    certificate holder files to read it otherwise; at its default it is read as here."""

    id: str
    provision: str
    reading: str
    reason: str
    choice: str = ""
    rivals: tuple[Rival, ...] = ()


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A register: every edition and provision of one chapter, and the readings relied on."""

    chapter: str
    title: str
    edition: tuple[Edition, ...] = ()
    provision: tuple[Provision, ...] = ()
    reading: tuple[Reading, ...] = ()


@cache
def chapter(name: str) -> Chapter:
    """The register of one chapter, from ``provisions/<name>.toml``."""
    text = (resources.files("pitboss") / "provisions" / f"{name}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Chapter)


@cache
def chapters() -> tuple[str, ...]:
    """The names of all registers, in order."""
    folder = resources.files("pitboss") / "provisions"
    names = sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml"))
    return tuple(name for name in names if name != "general")


def edition(name: str, of: str = "") -> Edition:
    """One edition of a chapter; without a name the last, which is encoded."""
    known = chapter(name).edition
    found = known[-1] if not of else next((one for one in known if one.name == of), None)
    if found is None:
        raise ValueError(f"Chapter {name} has no edition {of!r}; there are: {', '.join(one.name for one in known)}.")
    return found


def edition_of(name: str, rules: object) -> Edition:
    """The edition of a chapter that rules play by: as filed, where its text can be chosen."""
    return edition(name, str(getattr(rules, "edition", "")))


def in_edition(name: str, of: str = "") -> tuple[Provision, ...]:
    """Every provision as an edition has it, in the order of the last one; without those whose text is not at hand."""
    chosen, lines = edition(name, of), chapter(name).provision
    if chosen == edition(name):
        return lines
    found = (line.as_in(of) for line in lines if not line.id.startswith(tuple(_openings(chosen.missing))))
    return tuple(line for line in found if line is not None)


def _openings(sections: Iterable[str]) -> Iterator[str]:
    """How the ids of everything in these sections begin."""
    for section in sections:
        yield from (f"{section}(", f"{section}:")


def lettered(cite: str, rules: object) -> str:
    """A provision of the last edition, by the letters that it has in the edition that these rules play by."""
    place = Citation.parse(cite)
    playing = edition_of(place.chapter, rules)
    if playing == edition(place.chapter):
        return cite
    line = next((line for line in chapter(place.chapter).provision if line.id == cite), None)
    own = line.as_in(playing.name) if line is not None else None
    return cite if own is None or own.id == cite else f"{own.id}{EDITION}{playing.name}"


@cache
def _index() -> dict[str, str]:
    gists = dict(OUTSIDE)
    for name in (*chapters(), "general"):
        register = chapter(name)
        gists.update((p.id, p.gist) for p in register.provision)
        gists.update((r.id, r.reading) for r in register.reading)
        for one in register.edition[:-1]:
            for line in in_edition(name, one.name):
                gists.setdefault(f"{line.id}{EDITION}{one.name}", line.gist)
    return gists


def is_citation(text: str) -> bool:
    """Whether the text has the form of a provision or of a reading."""
    return bool(_PROVISION.fullmatch(text) or _READING.fullmatch(text))


def known(text: str) -> bool:
    """Whether a register has exactly this provision or reading."""
    return text in _index()


def gist(text: str) -> str:
    """What a citation says, in our words: its own line, else that of the nearest provision above it."""
    gists = _index()
    if text in gists or not _PROVISION.fullmatch(text):
        return gists.get(text, "")
    place: Citation | None = Citation.parse(text)
    while place is not None:
        if str(place) in gists:
            return gists[str(place)]
        place = place.above
    return ""


def look_up(text: str) -> tuple[Provision | Reading, ...]:
    """A provision with everything beneath it, or a reading; nothing where no register has it."""
    wanted, _, of = text.partition(EDITION)
    found: list[Provision | Reading] = []
    for name in (*chapters(), "general"):
        register = chapter(name)
        if of in ("", *(one.name for one in register.edition)):
            lines = in_edition(name, of) if of else register.provision
            found += (p for p in lines if p.id == wanted or p.id.startswith((f"{wanted}(", f"{wanted}:")))
        found += (r for r in register.reading if r.id == text)
    if text in OUTSIDE:
        found.append(Provision(text, OUTSIDE[text], "reference"))
    return tuple(found)
