"""How long the parts of ``make test`` took: ``timed.py NAME COMMAND…`` runs one and notes it, ``timed.py`` tells all.

It runs before there is a .venv, so on whatever Python the machine has.
"""

import os
import subprocess
import sys
import time

NOTES = os.path.join("build", "times")


def run(name: str, command: "list[str]") -> int:
    """The command's own status is ours; what it starts may use the job server of make, so that files stay open."""
    began = time.time()
    status = subprocess.call(command, close_fds=False)
    processor = sum(os.times()[2:4])  # of whatever it started, as far as that has ended
    os.makedirs(NOTES, exist_ok=True)
    with open(os.path.join(NOTES, name), "w") as note:
        note.write(f"{time.time() - began:8.0f} s {processor:8.0f} s of processor time  {name}\n")
    return status


def tell() -> None:
    print("How long each part took, side by side after setup:")
    notes = [os.path.join(NOTES, name) for name in os.listdir(NOTES)]
    for note in sorted(notes, key=os.path.getmtime):
        with open(note) as file:
            print(file.read(), end="")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
    tell()
