"""Options that belong together, as one parameter of a command."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """In the place of each parameter that is a ``NamedTuple``, the command takes an option for each of its fields."""
    taken = inspect.signature(command).parameters.values()
    groups = {each.name: each.annotation for each in taken if hasattr(each.annotation, "_fields")}

    def called(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field: given.pop(field) for field in group._fields})
        command(**given)

    options = [option for each in taken for option in (_options(each.annotation) if each.name in groups else (each,))]
    called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for option in options]
    )
    called.__annotations__ = {option.name: option.annotation for option in options}
    called.__name__, called.__doc__ = command.__name__, command.__doc__
    return called


def _options(group: Any) -> Iterator[inspect.Parameter]:
    for field, annotation in group.__annotations__.items():
        default = group._field_defaults.get(field, inspect.Parameter.empty)
        yield inspect.Parameter(field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
