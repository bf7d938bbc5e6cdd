"""The tests of a battery, each under the name that the regulation has for it."""

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., float])


class Tests(dict[str, Test]):
    """Tests by name, in the order in which they are written."""

    def named(self, name: str) -> Callable[[Test], Test]:
        def add(test: Test) -> Test:
            self[name] = test
            return test

        return add
