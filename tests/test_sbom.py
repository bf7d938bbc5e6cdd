"""The bill of materials and the list of licences: every package of the lock once, in the form that CycloneDX 1.6 asks for."""

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from tools import sbom
from tools.sbom import RUNTIME_EXTRAS as EXTRAS

PROJECT = Path(__file__).parent.parent
LOCK = (PROJECT / sbom.RUNTIME).read_text(encoding="utf-8")
ABOUT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

Purl = Annotated[str, msgspec.Meta(pattern=r"^pkg:pypi/[a-z0-9-]+@[0-9][^@]*$")]


class Strict(msgspec.Struct, forbid_unknown_fields=True, rename={"bom_ref": "bom-ref"}):
    """Nothing that the schema does not have."""


class Hash(Strict):
    alg: Literal["SHA-256"]
    content: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]


class Named(Strict, omit_defaults=True):
    id: str | None = None
    name: str | None = None


class Licence(Strict):
    license: Named | None = None
    expression: str | None = None


class Property(Strict):
    name: str
    value: str


class Component(Strict):
    type: Literal["library", "application"]
    bom_ref: Purl
    name: str
    version: str
    purl: Purl
    scope: Literal["required", "optional", "excluded"] = "required"
    hashes: list[Hash] = []
    licenses: list[Licence] = []
    properties: list[Property] = []


class Links(Strict):
    ref: Purl
    dependsOn: list[Purl]  # noqa: N815  # as CycloneDX spells it


class Metadata(Strict):
    component: Component


class Bill(Strict):
    """What the schema of CycloneDX 1.6 requires of a bill, and what of it we use."""

    bomFormat: Literal["CycloneDX"]  # noqa: N815
    specVersion: Literal["1.6"]  # noqa: N815
    serialNumber: Annotated[  # noqa: N815
        str, msgspec.Meta(pattern=r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")
    ]
    version: Annotated[int, msgspec.Meta(ge=1)]
    metadata: Metadata
    components: list[Component]
    dependencies: list[Links]


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return sbom.bill(LOCK, ABOUT)


def test_the_bill_has_the_form_of_cyclonedx(made: dict[str, Any]) -> None:
    """Known fields only, references that are unique and lead somewhere, one way to name each licence."""
    bill = msgspec.convert(made, Bill)
    references = [one.bom_ref for one in (bill.metadata.component, *bill.components)]
    assert len(set(references)) == len(references)
    assert [one.ref for one in bill.dependencies] == references
    assert {below for one in bill.dependencies for below in one.dependsOn} <= set(references)
    for component in bill.components:
        if any(one.expression for one in component.licenses):
            assert len(component.licenses) == 1  # an expression stands alone
        for one in component.licenses:
            assert (one.license is None) is (one.expression is not None)
            assert one.license is None or (one.license.id is None) is (one.license.name is not None)


def test_every_package_of_the_lock_is_in_it_with_its_hashes(made: dict[str, Any]) -> None:
    """Counted apart from how the tool reads the lock."""
    pinned = re.findall(r"^([\w.-]+)==(\S+)", LOCK, re.MULTILINE)
    found = [(one["name"], one["version"]) for one in made["components"]]
    assert found == pinned
    assert len(found) > 50
    assert sum(len(one["hashes"]) for one in made["components"]) == LOCK.count("--hash=sha256:")
    direct = next(one["dependsOn"] for one in made["dependencies"] if one["ref"].startswith("pkg:pypi/pitboss@"))
    assert any(one.startswith("pkg:pypi/msgspec@") for one in direct)
    extras = (one for extra in EXTRAS for one in ABOUT["optional-dependencies"][extra] if "pitboss[" not in one)
    installed = [*ABOUT["dependencies"], *extras]
    assert len(direct) == len(installed)
    below = {one["ref"].partition("@")[0]: one["dependsOn"] for one in made["dependencies"]}
    assert any(one.startswith("pkg:pypi/llvmlite@") for one in below["pkg:pypi/numba"])


def test_every_installed_package_has_a_licence(made: dict[str, Any]) -> None:
    """Only what is for another platform has none; no word of another licence family slipped in unseen."""
    without = {one["name"] for one in made["components"] if "licenses" not in one}
    assert without == {one.name for one in sbom.packages(LOCK) if one.installed is None}
    table = sbom.licence_list(LOCK)
    assert sbom.NAMELESS not in table
    assert table.count("\n") == 2 + len(made["components"])
    told = {name: licence for name, _, licence in (line.strip("| ").split(" | ") for line in table.splitlines()[2:])}
    assert told["msgspec"] == "BSD-3-Clause"
    assert told["httpx"] == "BSD-3-Clause"
    assert told["rich"] == "MIT"
    assert told["python-dateutil"] == "BSD License, Apache-2.0"
    assert not [name for name, licence in told.items() if re.search(r"\bA?GPL", licence)]


def test_the_same_lock_gives_the_same_bytes(made: dict[str, Any]) -> None:
    """And another lock another serial number."""
    assert json.dumps(sbom.bill(LOCK, ABOUT)) == json.dumps(made)
    other = sbom.bill(LOCK.replace("msgspec==", "msgspec-other=="), ABOUT)
    assert other["serialNumber"] != made["serialNumber"]
    assert "http" not in json.dumps(made["components"][:1])


def test_a_line_that_pins_nothing_is_refused() -> None:
    """What is not pinned cannot be named in a bill."""
    with pytest.raises(SystemExit, match="pins no package: 'msgspec>=1'"):
        list(sbom.packages("msgspec>=1\n"))


def test_the_command_writes_files(tmp_path: Path) -> None:
    """Folders are made as needed."""
    sbom.main(["--out", str(tmp_path / "made" / "sbom.json")])
    sbom.main(["--licences", "--out", str(tmp_path / "licences.md")])
    msgspec.json.decode((tmp_path / "made" / "sbom.json").read_bytes(), type=Bill)
    assert (tmp_path / "licences.md").read_text().startswith("| package | version | licence |")
