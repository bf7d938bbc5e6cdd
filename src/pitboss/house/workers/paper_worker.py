"""The papers of a filing, each made in a process of its own: setting one may take seconds, which the tables do not have."""

import asyncio
import sys
from typing import Any

import msgspec

from pitboss import catalogue, extras
from pitboss.house.protocol.filings import DocumentLine
from pitboss.paper.documents import DOCUMENTS, document_named
from pitboss.paper.output import render
from pitboss.paper.particulars import Particulars
from pitboss.procedure import Refusal, Refused
from pitboss.submission import submit

AT_ONCE = 2  # papers made at the same time
LONGEST = 120.0  # seconds that a paper may take


class PaperWanted(msgspec.Struct, frozen=True):
    """One paper of one set of choices, in one form."""

    game: str
    choices: dict[str, Any]
    paper: str
    suffix: str  # .html, .pdf, .svg
    particulars: Particulars = Particulars()


class PaperMade(msgspec.Struct, frozen=True):
    """The paper, or why there is none."""

    body: bytes = b""
    refused: str = ""


class PaperMaker:
    """Makes papers, a few at a time."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def make(self, wanted: PaperWanted) -> bytes:
        """The file, or a refusal."""
        async with self._turns:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "pitboss.house.workers.paper_worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # an interrupt at the terminal is for the house
            )
            try:
                out, _ = await asyncio.wait_for(process.communicate(msgspec.msgpack.encode(wanted)), LONGEST)
            except TimeoutError:
                raise Refused(Refusal.UNAVAILABLE, f"This paper took longer than {LONGEST:.0f} seconds.", "") from None
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0:
            raise Refused(Refusal.UNAVAILABLE, "This paper could not be made; it has been logged.", "")
        made = msgspec.msgpack.decode(out, type=PaperMade)
        if made.refused:
            raise Refused(Refusal.FORBIDDEN_CHOICE, made.refused, "")
        return made.body


def papers() -> tuple[DocumentLine, ...]:
    """All papers of a filing."""
    return tuple(DocumentLine(one.name, one.title, tuple(one.suffixes)) for one in DOCUMENTS)


def print_paper(wanted: PaperWanted) -> bytes:
    """The paper as a file."""
    game = catalogue.game(wanted.game)
    rules = submit(game.rules, wanted.choices)
    return render(document_named(wanted.paper).make(game, rules, wanted.particulars), wanted.suffix)


def main() -> None:
    wanted = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=PaperWanted)
    try:
        made = PaperMade(print_paper(wanted))
    except Refused as refused:
        made = PaperMade(refused=str(refused))
    except ModuleNotFoundError as error:
        if not (words := extras.missed(error)):
            raise
        made = PaperMade(refused=words)
    sys.stdout.buffer.write(msgspec.msgpack.encode(made))


if __name__ == "__main__":
    main()
