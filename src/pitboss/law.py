"""Citations: parse them, put them in order, look up what they say.

Two kinds of authority are cited: a provision of a chapter (``676a.11(d)(3)(i)``, or a definition
``676a.1:Par``) and a reading of the project where the text is silent or contradictory (``I-676a-05``).
Both are recorded, in our own words, in ``provisions/<chapter>.toml``, the only source of what they say.
"""

import re
import tomllib
from functools import cache
from importlib import resources

import msgspec

STATUSES = ("rule", "paper", "inspection", "conduct", "reference")

_PROVISION = re.compile(r"(\d{3})a\.(\d+)((?:\([0-9A-Za-z]+\))*)(?::(\S.*))?$")
# Provisions that the encoded chapters rely on and that are outside this project (I-GEN-31).
OUTSIDE = {"601a.2": "Rules Submissions are filed for each game that leaves choices to the certificate holder."}
_READING = re.compile(r"I-(GEN|\d{3}a)-(\d{2})$")


class Citation(msgspec.Struct, frozen=True, order=True):
    """A place in the regulations. ``Citation.parse("633a.7(e)(2)")``; ``str()`` gives it back."""

    chapter: str
    section: int
    paragraphs: tuple[str, ...] = ()
    term: str = ""

    @classmethod
    def parse(cls, text: str) -> "Citation":
        found = _PROVISION.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is not a citation; write one like 676a.11(d)(3)(i).")
        number, section, paragraphs, term = found.groups()
        return cls(f"{number}a", int(section), tuple(re.findall(r"\(([^)]+)\)", paragraphs)), term or "")

    def __str__(self) -> str:
        tail = "".join(f"({p})" for p in self.paragraphs) + (f":{self.term}" if self.term else "")
        return f"{self.chapter}.{self.section}{tail}"

    @property
    def above(self) -> "Citation | None":
        """The provision that this one is part of; None for the section itself."""
        if self.term:
            return Citation(self.chapter, self.section)
        return Citation(self.chapter, self.section, self.paragraphs[:-1]) if self.paragraphs else None


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


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision where the text is silent, garbled or at odds with itself."""

    id: str
    provision: str
    reading: str
    reason: str


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A register: every provision of one chapter, and the readings relied on."""

    chapter: str
    title: str
    source: str
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


@cache
def _index() -> dict[str, str]:
    gists = dict(OUTSIDE)
    for name in (*chapters(), "general"):
        register = chapter(name)
        gists.update((p.id, p.gist) for p in register.provision)
        gists.update((r.id, r.reading) for r in register.reading)
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
    found: list[Provision | Reading] = []
    for name in (*chapters(), "general"):
        register = chapter(name)
        found += (p for p in register.provision if p.id == text or p.id.startswith((f"{text}(", f"{text}:")))
        found += (r for r in register.reading if r.id == text)
    return tuple(found)
