"""The addresses in the metadata of what is built, all from one setting: ``[tool.pitboss] repository`` in pyproject.toml."""

import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PLACES = {
    "Source": "",
    "Documentation": "/tree/HEAD/docs",
    "Changelog": "/blob/HEAD/CHANGELOG.md",
    "Issues": "/issues",
    "Security": "/blob/HEAD/SECURITY.md",
}


class Addresses(MetadataHookInterface):  # type: ignore[misc]
    """Adds ``Project-URL`` lines; none while no repository is set."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = addresses(repository(Path(self.root)))


def repository(root: Path) -> str:
    """The address of the public repository; empty while there is none."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["tool"]["pitboss"]["repository"]).rstrip("/")


def addresses(repository: str) -> dict[str, str]:
    return {name: f"{repository}{place}" for name, place in PLACES.items()} if repository else {}
