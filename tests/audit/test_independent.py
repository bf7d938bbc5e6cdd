"""The engine that audits stands alone: it imports nothing of the one that plays, reads no file of it, and is small."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pitboss_audit

FOLDER = Path(pitboss_audit.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
MOST_LINES = 400


def test_it_imports_the_standard_library_and_itself() -> None:
    allowed = sys.stdlib_module_names | {"pitboss_audit"}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                named = [node.module or ""]
            assert {name.split(".")[0] for name in named} <= allowed, path


def test_no_file_of_it_is_longer_than_is_read_in_one_sitting() -> None:
    for path in SOURCES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, path


def test_alone_in_a_folder_it_loads_every_settler_and_opens_nothing_of_pitboss(tmp_path: Path) -> None:
    """In a Python that has the standard library alone; every file that it opens is its own or Python's."""
    os.symlink(FOLDER, tmp_path / "pitboss_audit")
    code = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == 'open' else None)\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "import pitboss_audit\n"
        "assert 'pitboss' not in sys.modules and len(pitboss_audit.SETTLERS) >= 1\n"
        "print('\\n'.join(opened))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    opened = done.stdout.splitlines()
    assert any(name.endswith("paytables.json") for name in opened)
    assert not [name for name in opened if "/pitboss/" in name]
