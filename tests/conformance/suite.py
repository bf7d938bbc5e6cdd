"""The suite's own files as the tests read them: cases, and the modules of ``conformance/``, which is no package."""

import importlib.util
import json
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "conformance"
Case = dict[str, Any]


@cache
def cases() -> list[Case]:
    lines = (
        line for path in sorted((FOLDER / "cases").glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    )
    return [json.loads(line) for line in lines]


@cache
def module(name: str) -> ModuleType:
    """``run`` or ``generate``, loaded from its file under a name of its own."""
    spec = importlib.util.spec_from_file_location(f"conformance_{name}", FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    return loaded
