"""The register of § 143.31: every provision, and the readings relied on. It is separate from those of the games."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

from pitboss.law import Chapter

SECTION = "143.31"


@cache
def register() -> Chapter:
    text = (resources.files(__package__) / f"{SECTION}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Chapter)


@cache
def gists() -> dict[str, str]:
    """What every provision and every reading says, in our words."""
    found = {line.id: line.gist for line in register().provision}
    return found | {line.id: line.reading for line in register().reading}


def look_up(cite: str = "") -> str:
    """A citation's own line and those under it, with reasons and code; every line without one."""
    rows = []
    for line in register().provision:
        if _under(line.id, cite):
            rows += [f"{line.id}  ({line.status})", f"  {line.gist}", *(f"  code: {place}" for place in line.code)]
    for reading in register().reading:
        if _under(reading.id, cite):
            rows += [f"{reading.id}  {reading.provision}", f"  {reading.reading}", f"  Because: {reading.reason}"]
    return "\n".join([*rows, ""]) if rows else ""


def markdown() -> str:
    """The readings, as ``docs/annex-143.31.md`` lists them."""
    rows = [f"- **{each.id}** ({each.provision}): {each.reading} *{each.reason}*" for each in register().reading]
    return "\n".join([*rows, ""])


def _under(line: str, cite: str) -> bool:
    return not cite or line == cite or line.startswith((f"{cite}(", f"{cite}#"))
