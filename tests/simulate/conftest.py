"""The command line, for tests of simulation that go through it."""

from tests.cli.conftest import pitboss

__all__ = ["pitboss"]
