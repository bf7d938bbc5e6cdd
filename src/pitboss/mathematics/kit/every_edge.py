"""Edges of every game and everything that may be filed, worked out once and kept.

What is kept is kept under the hash of every source that a figure may depend on (``cache``), one file to a set of rules: a
run that was stopped goes on where it was. What is missing is worked out by processes, one game's mathematics in one of
them, so that nothing is compiled twice.
"""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from pitboss import catalogue
from pitboss.cores import cores
from pitboss.game import Game
from pitboss.mathematics.kit import edge as edge_module
from pitboss.mathematics.kit import parts, shipped
from pitboss.mathematics.kit.cache import keep, kept
from pitboss.mathematics.kit.edge import Edge, variants
from pitboss.submission import RulesSubmission, write

Progress = Callable[[int, int], Any]
Asked = tuple[str, int]  # a game, and which of its variants


def _plain(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"An edge has no {type(value).__name__}.")


def _fraction(kind: type, value: Any) -> Any:
    if kind is not Fraction:
        raise NotImplementedError(f"An edge has no {kind.__name__}.")
    numerator, _, denominator = value.partition("/")
    return Fraction(int(numerator), int(denominator or 1))


_encode = msgspec.msgpack.Encoder(enc_hook=_plain).encode
_decode = msgspec.msgpack.Decoder(list[Edge], dec_hook=_fraction).decode


def edges_kept(game: Game, rules: RulesSubmission) -> list[Edge]:
    """The edges of a game under one submission: as they came with the project or are kept on the disk, else worked out."""
    found = _known(game, rules)
    if found is None:
        found = edge_module.edges_for(game, rules)
        keep(_name(game, rules), _encode(found))
    return found


def every_edge(workers: int | None = None, progress: Progress | None = None) -> Iterator[Edge]:
    """Every game, every wager, every paytable, deck count and option that matters, each once and as soon as it is known."""
    for _, _, edges in every_set(workers, progress):
        yield from edges


def every_set(
    workers: int | None = None, progress: Progress | None = None
) -> Iterator[tuple[Game, RulesSubmission, list[Edge]]]:
    """The same with the game and the rules for which they were worked out."""
    asked = {(game.name, n): rules for game in catalogue.games().values() for n, rules in enumerate(variants(game))}
    known = {each: _known(catalogue.game(each[0]), rules) for each, rules in asked.items()}
    missing = [each for each, edges in known.items() if edges is None]
    seen = set[tuple[str, ...]]()
    with _Workers(missing, workers or cores()) as working:
        ready = ((each, edges) for each, edges in known.items() if edges is not None)
        for done, (each, found) in enumerate(chain(ready, working.as_completed()), 1):
            fresh = list[Edge]()
            for edge in found:
                key = (edge.game, edge.wager, edge.on, edge.paytable, str(edge.decks), edge.strategy, str(edge.options))
                if key not in seen:
                    seen.add(key)
                    fresh.append(edge)
            yield catalogue.game(each[0]), asked[each], fresh
            if progress is not None:
                progress(done, len(asked))


def _name(game: Game, rules: RulesSubmission) -> str:
    """Of the file in which the edges of these rules are kept."""
    return f"edges-{game.name}-{hashlib.sha256(write(game.name, rules).encode()).hexdigest()[:32]}.msgpack"


def _known(game: Game, rules: RulesSubmission) -> list[Edge] | None:
    if (made := shipped.edges(game, rules)) is not None:
        return made
    found = kept(_name(game, rules))
    try:
        return None if found is None else _decode(found)
    except msgspec.DecodeError:  # cut off, or damaged: as if it were not there
        return None


# --- in processes


def work_out(asked: Asked) -> bytes:
    """What a worker does."""
    game = catalogue.game(asked[0])
    return _encode(edges_kept(game, variants(game)[asked[1]]))


class _Workers:
    """Threads that have a process each, and take the games one after another."""

    def __init__(self, missing: list[Asked], workers: int) -> None:
        self._found: dict[Asked, Future[bytes]] = {each: Future() for each in missing}
        packages: dict[str, list[Asked]] = {}
        for each in missing:
            packages.setdefault(parts.package_of(catalogue.game(each[0])), []).append(each)
        self._threads = ThreadPoolExecutor(max(1, min(workers, len(packages))))
        self._stopped = False
        for package in sorted(packages, key=_size, reverse=True):
            self._threads.submit(self._all_of, packages[package])

    def __enter__(self) -> "_Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped = True
        self._threads.shutdown(cancel_futures=True)

    def as_completed(self) -> Iterator[tuple[Asked, list[Edge]]]:
        asked = {future: each for each, future in self._found.items()}
        for future in as_completed(asked):
            found: list[Edge] = _decode(future.result())
            yield asked[future], found

    def _all_of(self, package: list[Asked]) -> None:
        # spawn, never fork: a forked worker would inherit threads of the numerical libraries
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            for each in package:
                if self._stopped:
                    return
                try:
                    self._found[each].set_result(process.submit(work_out, each).result())
                except BrokenProcessPool:  # it was killed, for the memory it took perhaps: once more, alone
                    self._found[each].set_result(work_out(each))
                except Exception as error:
                    self._found[each].set_exception(error)


def _size(package: str) -> int:
    """How much there is of a game's mathematics: the largest is begun first, for it takes longest."""
    folder = Path(__file__).parent.parent / package.rsplit(".", 1)[1]
    return sum(path.stat().st_size for path in folder.glob("*.py"))
