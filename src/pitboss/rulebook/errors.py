"""What goes wrong with versions and packages, as one sentence for people."""


class RulebookError(Exception):
    """A tree, a manifest or a package that is not as it has to be, or a package that cannot replay."""


class NotConfined(RulebookError):
    """A package that was not run, because its process could not be confined."""
