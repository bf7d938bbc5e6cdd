"""Requests that do what a test of workers says; in a file of their own, as every process of those tests imports them."""

import mmap
import os
import time
from collections.abc import Iterator
from pathlib import Path

from pitboss.house.workers.request import Request
from pitboss.procedure import Refusal, Refused


class Told(Request[str], frozen=True):
    """A request whose work is told: steps that ``TELLING`` takes."""

    lane, longest, answer, extra, title = "slow", 1000.0, str, "", "The word"

    steps: tuple[str, ...]
    name: str = ""

    def work(self) -> Iterator[str]:
        for step in self.steps:
            do, _, what = step.partition(" ")
            with Path("steps").open("a", encoding="utf-8") as file:
                file.write(f"{os.getpid()} {self.name} {step}\n")
            if do == "say":
                yield what
            elif do == "wait":  # for ever, unless the file is there
                while not Path(what).exists():
                    time.sleep(0.002)
            elif do == "die" and not Path(what).exists():
                os._exit(9)
            elif do == "rubbish" and not Path(what).exists():
                os.write(int(Path("pipe").read_text(encoding="utf-8")), b"\xff" * 100)
                os._exit(0)
            elif do == "print":
                print(what, flush=True)
            elif do == "fail":
                raise ZeroDivisionError(what)
            elif do == "refuse":
                raise Refused(Refusal.FORBIDDEN_CHOICE, what, "617a.4(a)")
            elif do == "swell":
                try:
                    mmap.mmap(-1, 1 << 33)  # which no page of is touched
                except OSError:
                    raise MemoryError from None
                yield "swollen"
            elif do == "environment":
                yield str(sorted(name for name in os.environ if name.startswith("PITBOSS_")))


class KeptWord(Told, frozen=True, tag="keptword"):
    kept = True


class Quick(Told, frozen=True, tag="quick"):
    longest = 0.0
