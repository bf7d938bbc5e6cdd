"""The release that these sources are, or that they follow (docs/releasing.md). Nothing that decides a round imports it."""

__version__ = "0.3.0"
