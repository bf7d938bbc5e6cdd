"""What Litestar reads out of a route, and a house out of the sources of its pages, read once in a process instead of once for
every house that a test opens.

The routes of a house close over it, so that each house has functions of its own, of the same code. Litestar looks at the
signature of each of them, and at each of them at all the others, which is most of what it costs to open a house. ``pitboss
serve``, which many tests start too, has one house and knows nothing of this.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from litestar import Router
from litestar._asgi import asgi_router
from litestar._asgi.asgi_router import ASGIRouter
from litestar._kwargs import KwargsModel
from litestar._signature import SignatureModel
from litestar.utils.signature import ParsedSignature

from pitboss.house.wire import pages


@cache
def read_routes_once() -> None:
    """From now on, in this process."""
    _read_pages_once()
    _validate_once()
    every_handler: Any = Router.route_handler_method_map
    Router.route_handler_method_map = property(partial(_Handlers, read=every_handler.fget))  # type: ignore[assignment]
    _remember(ParsedSignature, "from_fn", _of_function)
    _remember(SignatureModel, "create", _of_model)
    _remember(KwargsModel, "create_for_signature_model", _of_arguments)


def _remember(kind: type, name: str, key: Callable[..., Hashable | None]) -> None:
    """Let a class method give again what it gave before for the same key; for no key it is asked every time."""
    read = getattr(kind, name).__func__
    known: dict[Hashable, Any] = {}

    def found(cls: type, *given: Any, **named: Any) -> Any:
        about = key(cls, *given, **named)
        if about is None:
            return read(cls, *given, **named)
        if about not in known:
            known[about] = read(cls, *given, **named)
        return known[about]

    setattr(kind, name, classmethod(found))


def _of_function(cls: type, fn: Any, signature_namespace: dict[str, Any]) -> Hashable | None:
    """The code, and what is given where an argument is left out."""
    try:
        defaults = (fn.__defaults__, tuple((fn.__kwdefaults__ or {}).items()))
        key = (cls, fn.__module__, fn.__qualname__, fn.__code__, defaults, tuple(signature_namespace.items()))
        hash(key)
    except (AttributeError, TypeError):
        return None
    return key


def _of_model(
    cls: type, dependency_name_set: set[str], fn: Any, parsed_signature: Any, type_decoders: Any, data_dto: Any = None
) -> Hashable | None:
    """A signature that is remembered is the same object again; one that is not shares its key with no other."""
    decoders = tuple((matches, *_parts(decoder)) for matches, decoder in type_decoders or ())
    return cls, _Same(parsed_signature), frozenset(dependency_name_set), decoders, data_dto


def _parts(function: Any) -> tuple[Hashable, ...]:
    """A function that an application made of another one and some arguments equals only itself; its parts are the same."""
    if isinstance(function, partial):
        return function.func, function.args, tuple(function.keywords.items())
    return (function,)


def _of_arguments(
    cls: type,
    signature_model: type,
    parsed_signature: Any,
    dependencies: dict[str, Any],
    path_parameters: set[str],
    layered_parameters: dict[str, Any],
    ctx: Any = None,
) -> Hashable | None:
    if layered_parameters:
        return None
    given = tuple((name, _Same(provider)) for name, provider in dependencies.items())
    return cls, signature_model, frozenset(path_parameters), given


def _read_pages_once() -> None:
    """For the routes of a house; whoever reads pages themselves reads the files."""
    routes, read = pages.routes, cache(pages.Pages)

    def of_known_pages() -> list[Any]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pages, "Pages", read)
            return routes()

    pages.routes = of_known_pages


def _validate_once() -> None:
    """After each route, Litestar looks through all that there are."""
    construct, inside = ASGIRouter.construct_routing_trie, cast(Any, asgi_router)
    validate = inside.validate_node
    known: set[Hashable] = set()

    def constructed(router: ASGIRouter) -> None:
        routes = router.app.routes
        about = len(routes), routes[-1].path if routes else ""
        inside.validate_node = validate if about not in known else lambda node: None
        construct(router)
        known.add(about)

    ASGIRouter.construct_routing_trie = constructed  # type: ignore[method-assign,assignment]


class _Handlers(Mapping[str, Any]):
    """The handlers of a router by path and method; those of one path are found without looking at those of all others."""

    def __init__(self, router: Router, read: Callable[[Any], dict[str, Any]]) -> None:
        self._routes, self._read = router.routes, read

    def __getitem__(self, path: str) -> Any:
        return dict(self._read(SimpleNamespace(routes=[route for route in self._routes if route.path == path])))[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read(SimpleNamespace(routes=self._routes)))

    def __len__(self) -> int:
        return len({route.path for route in self._routes})


class _Same:
    """Equal only to itself, and kept by whoever keeps this."""

    def __init__(self, it: object) -> None:
        self._it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._it is other._it

    def __hash__(self) -> int:
        return id(self._it)
