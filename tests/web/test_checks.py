"""What checks the pages is pinned, says so where it is missing, and can fail."""

import json
import subprocess
from pathlib import Path

import pytest

from tools import check_pages
from tools.bootstrap import PAGE_CHECKS, ROOT, find_node, page_checker

WRONG = """
/** @param {number} cents */
const dollars = (cents) => cents / 100;
export const text = dollars("5") == 0.05;
export function undocumented() {}
"""


def test_npm_packages_are_locked_by_hash_and_name_no_registry() -> None:
    """The lock says what, never from where."""
    lock = json.loads((PAGE_CHECKS / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert {"node_modules/eslint", "node_modules/typescript"} <= {*packages}
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert not any("resolved" in package for package in packages.values())


@pytest.mark.parametrize(("wanted", "status"), [("", 0), ("required", 1)])
def test_pages_that_cannot_be_checked_are_never_passed_over_in_silence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], wanted: str, status: int
) -> None:
    """Without the npm packages the check says so, and fails where the check is required."""
    monkeypatch.setenv("PITBOSS_PAGES", wanted)
    monkeypatch.setattr(check_pages, "page_checker", lambda name: None)
    assert check_pages.main() == status
    assert "THE PAGES ARE NOT CHECKED" in capsys.readouterr().err


def run(name: str, *arguments: str | Path, text: str = "") -> str:
    """What a checker prints about something that is wrong."""
    node, program = find_node(), page_checker(name)
    if node is None or program is None:
        pytest.skip("THE PAGES ARE NOT CHECKED: npm could not install what checks them.")
    command = [node, program, *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode, "nothing was found"
    return done.stdout


def test_the_compiler_finds_a_wrong_type(tmp_path: Path) -> None:
    """Control: an argument of another type than its JSDoc says."""
    (tmp_path / "wrong.js").write_text(WRONG, encoding="utf-8")
    settings = {"extends": str(PAGE_CHECKS / "tsconfig.json"), "include": [str(tmp_path / "*.js")]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    found = run("typescript/bin/tsc", "--project", tmp_path)
    assert "Argument of type 'string' is not assignable to parameter of type 'number'" in found


def test_the_linter_finds_loose_equality_and_an_undocumented_export() -> None:
    """Control: two of the rules for the pages."""
    settings = ("--config", PAGE_CHECKS / "eslint.config.js", "--stdin", "--stdin-filename", "wrong.js")
    found = run("eslint/bin/eslint.js", *settings, text=WRONG)
    assert "eqeqeq" in found
    assert "pitboss/documented-exports" in found


@pytest.mark.parametrize(
    ("module", "imported", "allowed"),
    [
        ("kit/words.js", "../felt/cards.js", False),
        ("felt/cards.js", "../table/stage.js", False),
        ("pit/cards.js", "../board/api.js", False),
        ("board/board.js", "../filings/editor.js", False),
        ("board/board.js", "../filings/register.js", True),
        ("table/betting/easy.js", "../../kit/dom.js", True),
        ("table/betting/easy.js", "../consoles/deal.js", True),
    ],
)
def test_the_linter_holds_which_folder_may_import_which(module: str, imported: str, allowed: bool) -> None:
    settings = (
        "--config",
        PAGE_CHECKS / "eslint.config.js",
        "--stdin",
        "--stdin-filename",
        f"src/pitboss/web/{module}",
    )
    found = run("eslint/bin/eslint.js", *settings, text=f'import {{ a }} from "{imported}";\na == 1;\n')
    assert "eqeqeq" in found
    assert ("pitboss/folders" in found) is not allowed
