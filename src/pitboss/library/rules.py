"""Games, and the rules they are played by: chosen, checked, filed, read and written."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from pitboss import catalogue
from pitboss.game import Game
from pitboss.procedure import Refusal, Refused
from pitboss.submission import Mistake, RulesSubmission, read_choices
from pitboss.submission import file_submission as file_choices
from pitboss.submission import submit as submit_choices
from pitboss.submission import write as written
from pitboss.toml_text import NotToml, read_toml

Choices: TypeAlias = Mapping[
    str, Any
]  # choices as a TOML file has them: amounts and odds are texts, such as "12.50" and "8 to 1"
Rules = (
    RulesSubmission | Choices | None
)  # None: the game's example, which is what the commands use without a submission


def games() -> dict[str, Game]:
    """Every game by its name, in the order of the chapters."""
    return dict(catalogue.games())


def game_of(game: Game | str) -> Game:
    """A game itself, or the one of this name; an unknown name is refused with all that there are."""
    return game if isinstance(game, Game) else catalogue.game(game)


def rules_of(game: Game, rules: Rules) -> RulesSubmission:
    """Rules in any of their forms as a validated submission for this game."""
    if rules is None:
        return game.example()
    if not isinstance(rules, RulesSubmission):
        return submit_choices(game.rules, rules)
    if type(rules) is not game.rules:
        raise Refused(Refusal.MALFORMED, f"These are rules of another game than {game.title}.", "")
    return rules


def submit(game: Game | str, choices: Choices | None = None) -> RulesSubmission:
    """A Rules Submission with these choices, the others as they are by default; what is not allowed is refused with its
    provision."""
    return submit_choices(game_of(game).rules, choices or {})


def check_submission(game: Game | str, choices: Choices) -> list[Mistake]:
    """Everything for which these choices could not be filed, each with its provision; empty where they can be."""
    from pitboss.house.floorplan.conflicts import everything_wrong

    return everything_wrong(game_of(game).rules, choices)


def file_submission(game: Game | str, choices: Choices) -> RulesSubmission:
    """A submission that can be filed: allowed, and with every choice made that the text says has to be specified."""
    return file_choices(game_of(game).rules, choices)


def read_submission(text: str) -> tuple[Game, RulesSubmission]:
    """The game and the rules in the text of a submission's TOML file."""
    named = named_game(text)
    if not named:
        raise Refused(
            Refusal.MALFORMED, 'The submission names no game; its first line reads like game = "roulette".', ""
        )
    game = catalogue.game(named)
    return game, submit_choices(game.rules, read_choices(text))


def named_game(text: str) -> str:
    """The game that a submission names; empty where it names none."""
    try:
        named = read_toml(text).get("game", "")
    except NotToml as error:
        raise Refused(Refusal.MALFORMED, f"The submission is not TOML: {error}.", "") from None
    return named if isinstance(named, str) else ""


def write_submission(game: Game | str, rules: Rules = None) -> str:
    """The TOML file of a submission, each choice under the provision that allows it."""
    found = game_of(game)
    return written(found.name, rules_of(found, rules))
