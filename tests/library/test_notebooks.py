"""examples/notebooks: each runs from its beginning to its end and prints what it has printed."""

import os
import resource
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from ipykernel.kernelspec import get_kernel_dict
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# What this one learns with, and how, tests/environments has in a process of its own; the notebook is run by make soak ARGS=slow.
LEARNING = FOLDER / "a_strategy_learned.ipynb"
QUICK = [pytest.param(file, marks=pytest.mark.slow) if file == LEARNING else file for file in NOTEBOOKS]
PATIENCE = 300  # seconds for one cell: never reached, however busy the machine is
MOST_CPU = (
    20.0  # seconds for one notebook, its kernel included; it is meant to take less than ten, and takes two to six
)


class OwnKernel(AsyncKernelManager):  # type: ignore[misc]
    """The kernel of this interpreter, whatever kernels are installed on the machine, or none."""

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(resource_dir="", **get_kernel_dict())


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=4)


def printed(notebook: Any) -> list[str]:
    """The text that each cell printed, however it was cut into pieces."""
    return [
        "".join(output.get("text", "") for output in cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def pictures(notebook: Any) -> int:
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return sum("image/png" in output.get("data", {}) for output in outputs)


def test_there_are_four() -> None:
    assert [file.stem for file in NOTEBOOKS] == [
        "a_paytable_chosen",
        "a_round_replayed",
        "a_strategy_learned",
        "an_edge_proved",
    ]


@pytest.mark.parametrize("file", QUICK, ids=lambda file: file.stem)
def test_a_notebook_gives_what_it_shows(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run by this interpreter: the same text, as many pictures, and few seconds."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    kept = read(file)
    run = read(file)
    assert OwnKernel().format_kernel_cmd()[0] == sys.executable
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with monkeypatch.context() as there:
        there.chdir(tmp_path)
        NotebookClient(run, kernel_manager_class=OwnKernel, timeout=PATIENCE).execute()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)  # the kernel has been waited for by now
    assert printed(run) == printed(kept)
    assert pictures(run) == pictures(kept) > 0
    assert 0 < after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < MOST_CPU


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_small_and_tells_of_no_machine(file: Path) -> None:
    """No path of whoever ran it, no version, no time; every picture is talked about."""
    text = file.read_text(encoding="utf-8")
    assert len(text) < 100_000
    assert os.sep + "home" not in text
    assert str(FOLDER.parents[1]) not in text
    notebook = read(file)
    nbformat.validate(notebook)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    for cell, following in zip(notebook.cells, [*notebook.cells[1:], None], strict=True):
        shown = [output for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
        assert not shown or (following is not None and following.cell_type == "markdown")
