"""The command line, for tests of figures that go through it."""

from tests.cli.conftest import pitboss

__all__ = ["pitboss"]
