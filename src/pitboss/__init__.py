"""pitboss: Pennsylvania's table-game code, executable."""

__version__ = "0.2.0"
