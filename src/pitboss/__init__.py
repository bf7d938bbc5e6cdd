"""pitboss: Pennsylvania's table-game code, executable.

What ``__all__`` lists is the library (docs/library.md) and stays as it is told there; ``__init__.pyi`` has the types. Each
name is loaded when it is first asked for, so that ``import pitboss`` costs next to nothing. Everything else is the inside of
the house.
"""

__version__ = "0.3.0"

# Where each name is, in the order of docs/library.md. No name is also that of a room: ``pitboss.game`` is a module.
_PLACES = {
    "procedure": "Refused Refusal Answer Window Draw Election Each Option Offer",
    "game": "Game",
    "submission": "RulesSubmission Mistake",
    "library.rules": "games submit check_submission file_submission read_submission write_submission",
    "library.amounts": "cents",
    "money": "dollars",
    "library.tables": "Table Played wager usual replay run_scenario",
    "mathematics.kit.strategy": "Seen Strategy",
    "events": "Event Settlement visible",
    "terminal.words": "describe",
    "drivers.round": "Round",
    "wagers": "close_betting",
    "journal": "Report",
    "library.enumeration": "every_round",
    "library.figures": "edges edge simulate Simulation best_play",
    "library.judging": "judge Judgement Worth",
    "mathematics.kit.edge": "Edge",
    "mathematics.kit.estimate": "Estimate",
    "library.verifying": "verify Verdict NotReplayed",
    "library.seeds": "check_seed",
    "library.drawing": "draw_layout",
}
_PLACE_OF = {name: place for place, names in _PLACES.items() for name in names.split()}
__all__ = ["__version__", *_PLACE_OF]


def __getattr__(name: str) -> object:
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    import importlib

    found: object = getattr(importlib.import_module(f"pitboss.{_PLACE_OF[name]}"), name)
    globals()[name] = found  # the next time it is simply there
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
