"""What is installed on demand: everything but the rules, and missed in one sentence that names the extra.

Without any extra every game is played, settled, explained and verified; nothing here is imported by a rule.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib.util import find_spec
from typing import NoReturn, ParamSpec, TypeVar

from pitboss.procedure import Refusal, Refused

P = ParamSpec("P")
T = TypeVar("T")

# By extra: the packages that it brings, and what needs them. Where two extras bring a package, the first is named.
EXTRAS = {
    "serve": (
        (
            "argon2",
            "httptools",
            "litestar",
            "markdown_it",
            "prometheus_client",
            "uvicorn",
            "uvloop",
            "webauthn",
            "zstandard",
        ),
        "A house and its database",
    ),
    "client": (("httpx", "websockets"), "Programs that play at a house"),
    "records": (("duckdb", "pyarrow"), "Archives, Parquet and questions over them"),
    "postgres": (("psycopg",), "Houses on PostgreSQL"),
    "hsm": (("pkcs11",), "Keys in a hardware security module"),
    "mathematics": (("numba", "numpy"), "Edges, charts, judged decisions and simulation"),
    "papers": (("matplotlib", "typst"), "Papers as PDF, and plots"),
    "rl": (("gymnasium", "pettingzoo"), "Environments for learning programs"),
    "cluster": (("dask", "distributed"), "Simulations on several machines"),
    "annex": (("holidays",), "Business days"),
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


@contextmanager
def importing() -> Iterator[None]:
    """What is imported here is missed in the sentence of its extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if words := missed(error):
            raise ModuleNotFoundError(words, name=error.name) from None
        raise


class Missing:
    """Stands for a package that is not installed, until something of it is used."""

    def __init__(self, package: str) -> None:
        self._package = package

    def __getattr__(self, name: str) -> NoReturn:
        raise ModuleNotFoundError(f"No module named {self._package!r}", name=self._package)


def _is_installed(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ImportError:
        return False
