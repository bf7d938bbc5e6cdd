"""What a house is made of: a bill of materials (CycloneDX 1.6, JSON) or a list of licences, from a lock.

    python -m tools.sbom --out build/sbom.json
    python -m tools.sbom --licences --out build/licences.md

The lock says which packages at which versions, with the hash of every file that may be installed; what is installed here says
under which licence each stands and what it needs. The same lock and the same installation give the same bytes: no time, no name of
a machine. A package for another platform is in the lock but not here, and its licence is then told as unknown.
"""

import argparse
import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pitboss import __version__

PROJECT = Path(__file__).parent.parent
RUNTIME = "requirements/runtime.txt"
RUNTIME_EXTRAS = ("serve", "client", "records", "postgres", "mathematics", "papers")  # as in the Makefile
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?: *; *(?P<marker>[^\\]+?))? *\\?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
UNKNOWN, NAMELESS = "unknown: not installed on this platform", "unknown: the package names none"
# The words of trove classifiers, and of older metadata, as SPDX names them. "BSD" alone names no licence of that list.
SPDX = {
    "Apache Software License": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT": "MIT",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "MPL-2.0": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


class Package(NamedTuple):
    """One package of a lock."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"

    @property
    def installed(self) -> metadata.Distribution | None:
        """The installation of this very version."""
        try:
            found = metadata.distribution(self.name)
        except metadata.PackageNotFoundError:
            return None
        return found if found.version == self.version else None


def packages(lock: str) -> Iterator[Package]:
    """Every package of a lock, in its order."""
    # a line that does not begin with a space begins a package
    for block in re.split(r"\n(?=\S)", lock.strip()):
        first = PINNED.match(block.splitlines()[0])
        if first is None:
            raise SystemExit(f"The lock has a line that pins no package: {block.splitlines()[0]!r}.")
        name = canonicalize_name(first["name"])
        yield Package(name, first["version"], first["marker"] or "", tuple(HASH.findall(block)))


def licences(package: Package) -> list[str]:
    """Under what a package stands, as it says itself: an expression of SPDX, names of SPDX, or other words."""
    installed = package.installed
    if installed is None:
        return [UNKNOWN]
    if expression := _said(installed, "License-Expression"):
        return [expression]
    lines = _said(installed, "License").strip().splitlines()
    first = lines[0].strip() if lines else ""  # older packages have the whole text there, which begins with the name
    told = installed.metadata.get_all("Classifier") or ()
    classified = [one.rpartition(" :: ")[2] for one in told if one.startswith("License ::")]
    if len(classified) < 2 and first in SPDX:
        return [SPDX[first]]
    return [SPDX.get(one, one) for one in classified or [first or NAMELESS]]


def _said(installed: metadata.Distribution, field: str) -> str:
    return str((installed.metadata.get_all(field) or [""])[0])


def needs(installed: metadata.Distribution) -> list[str]:
    """What a package needs here, without its extras."""
    found = [Requirement(one) for one in installed.requires or ()]
    return [canonicalize_name(one.name) for one in found if one.marker is None or one.marker.evaluate({"extra": ""})]


def bill(lock: str, project: dict[str, Any]) -> dict[str, Any]:
    """The bill of materials of a lock, for the project that it locks."""
    found = list(packages(lock))
    by_name = {package.name: package.purl for package in found}
    own = f"pkg:pypi/{project['name']}@{__version__}"
    direct = sorted({by_name[name] for name in _direct(project) if name in by_name})
    links = [{"ref": own, "dependsOn": direct}]
    for package in found:
        installed = package.installed
        below = sorted({by_name[name] for name in needs(installed) if name in by_name}) if installed else []
        links.append({"ref": package.purl, "dependsOn": below})
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": project["name"],
                "version": __version__,
                "purl": own,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": [_component(package) for package in found],
        "dependencies": links,
    }
    content = json.dumps(made, sort_keys=True)
    return {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, content)}", **made}


def _direct(project: dict[str, Any]) -> Iterator[str]:
    """What the project names itself, and the extras that the runtime lock installs with it."""
    extras = project.get("optional-dependencies", {})
    for line in [*project["dependencies"], *(line for extra in RUNTIME_EXTRAS for line in extras.get(extra, ()))]:
        yield canonicalize_name(Requirement(line).name)


def _component(package: Package) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "scope": "optional" if package.marker else "required",
        "hashes": [{"alg": "SHA-256", "content": one} for one in package.hashes],
    }
    if package.marker:
        found["properties"] = [{"name": "pitboss:marker", "value": package.marker}]
    told = licences(package)
    if told != [UNKNOWN]:
        found["licenses"] = _licences(package, told)
    return found


def _licences(package: Package, told: list[str]) -> list[dict[str, Any]]:
    installed = package.installed
    if installed is not None and _said(installed, "License-Expression"):
        return [{"expression": told[0]}]
    return [{"license": {"id": one} if one in SPDX.values() else {"name": one}} for one in told]


def licence_list(lock: str) -> str:
    """The licences as a table in Markdown."""
    lines = ["| package | version | licence |", "|---|---|---|"]
    lines += [f"| {one.name} | {one.version} | {', '.join(licences(one))} |" for one in packages(lock)]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> None:
    options = argparse.ArgumentParser(prog="python -m tools.sbom", description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--lock", default=RUNTIME, help=f"the lock; {RUNTIME} unless said")
    options.add_argument("--licences", action="store_true", help="a list of licences instead of the bill of materials")
    options.add_argument("--out", type=Path, help="write to this file instead of standard output")
    given = options.parse_args(arguments)
    lock = (PROJECT / given.lock).read_text(encoding="utf-8")
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = licence_list(lock) if given.licences else json.dumps(bill(lock, project), indent=1) + "\n"
    if given.out is None:
        sys.stdout.write(text)
    else:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
