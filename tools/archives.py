"""Tar archives of our own making, unpacked alike by every Python from 3.11.0 on."""

import tarfile
from pathlib import Path


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive; a Python that can refuse members outside the folder (3.11.4 or newer) does so."""
    with tarfile.open(archive) as opened:
        if hasattr(tarfile, "data_filter"):
            opened.extractall(folder, filter="data")
        else:
            opened.extractall(folder)
