"""pitboss: Pennsylvania's table-game code, executable."""

__version__ = "0.3.0"
