"""pitboss: Pennsylvania's table-game code, executable."""

__version__ = "0.1.0"
