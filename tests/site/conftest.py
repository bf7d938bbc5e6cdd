"""The command line, run as a person would."""

from tests.cli.conftest import pitboss

__all__ = ["pitboss"]
