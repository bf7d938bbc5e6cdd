"""A complete facts file, to be edited."""

from importlib import resources


def example() -> str:
    return (resources.files(__package__) / "example.toml").read_text(encoding="utf-8")
