"""What a house can do without: mathematics and papers are installed on demand, and missed in one sentence.

The rules, the record and the house need none of it: every game is dealt, settled and verified without.
"""

from collections.abc import Callable
from functools import cache, wraps
from importlib.util import find_spec
from typing import ParamSpec, TypeVar

from pitboss.procedure import Refusal, Refused

P = ParamSpec("P")
T = TypeVar("T")

# By extra: the packages that it brings, and what needs them.
EXTRAS = {
    "mathematics": (("numba", "numpy"), "Edges, charts, judged decisions and simulation"),
    "papers": (("matplotlib", "typst"), "Papers as PDF, and plots"),
}


@cache
def has(extra: str) -> bool:
    """Whether everything of an extra is installed; nothing of it is loaded to tell."""
    packages, _ = EXTRAS[extra]
    return all(_is_installed(package) for package in packages)


def sentence(extra: str) -> str:
    """What to install, and why."""
    return f"{EXTRAS[extra][1]} need the extra {extra!r}: install pitboss[{extra}]."


def require(extra: str) -> None:
    """Refuse what cannot be done without an extra that is not installed."""
    if not has(extra):
        raise Refused(Refusal.UNAVAILABLE, sentence(extra), "")


def missed(error: ModuleNotFoundError) -> str:
    """Which extra would have brought a module that was not found, as a sentence; empty if none would."""
    package = (error.name or "").partition(".")[0]
    return next((sentence(extra) for extra, (packages, _) in EXTRAS.items() if package in packages), "")


def refusing(function: Callable[P, T]) -> Callable[P, T]:
    """A function of the library that refuses in a sentence where it needs an extra that is not installed."""

    @wraps(function)
    def called(*given: P.args, **named: P.kwargs) -> T:
        try:
            return function(*given, **named)
        except ModuleNotFoundError as error:
            if words := missed(error):
                raise Refused(Refusal.UNAVAILABLE, words, "") from error
            raise

    return called


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ImportError:
        return False
