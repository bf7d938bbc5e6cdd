"""The names that ``import pitboss`` offers, in the order of docs/library.md, and the module that has each.

No name is also that of a module: ``pitboss.game`` is one. Nothing that decides a round imports this.
"""

import importlib

PLACES = {
    "version": "__version__",
    "procedure": "Refused Refusal Answer Window Draw Election Each Option Offer",
    "game": "Game",
    "submission": "RulesSubmission Mistake",
    "library.rules": "games submit check_submission file_submission read_submission write_submission",
    "library.choices": "choices FilingChoice",
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
    "library.worth": "worth",
    "library.certificates": "certify",
    "library.studies": "compare Comparison sweep Sweep solve Solutions bankroll Bankroll",
    "mathematics.kit.edge": "Edge Outcome",
    "mathematics.kit.stakes": "AtStake",
    "mathematics.kit.estimate": "Estimate",
    "library.verifying": "verify Verdict NotReplayed Incomplete",
    "house.table.verify": "HouseVerdict",
    "house.cage.conserved": "CageVerdict Whereabouts",
    "house.readings": "ReadingsVerdict",
    "house.storage.export": "Exported",
    "library.seeds": "check_seed",
    "library.drawing": "draw_layout",
}
_PLACE_OF = {name: place for place, names in PLACES.items() for name in names.split()}


def offered(name: str) -> object:
    """What ``pitboss`` offers under a name."""
    if name == "__all__":
        return list(_PLACE_OF)
    if name not in _PLACE_OF:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    found: object = getattr(importlib.import_module(f"pitboss.{_PLACE_OF[name]}"), name)
    return found


# What is promised (docs/library.md, "The promise"), by module: these names, of classes what is documented, and their types.
PROMISED = {
    "pitboss": " ".join(_PLACE_OF),
    "pitboss.client": "House TableConnection Seat Refused",
    "pitboss.environments": "SeatEnv TableEnv BettingVectorEnv BlackjackVectorEnv Stake register",
    "pitboss.interchange.rounds": "PlayedRound encode decode read schema",
    "pitboss.interchange.again": "again",
    "pitboss.interchange.scenarios": "from_scenario to_scenario",
    "pitboss.interchange.phh": "read write",
    "pitboss.interchange.parquet": "write schemas",
}
