"""Texts that are only proposed: where they may be played, and who has to accept that (I-GEN-46)."""

from collections.abc import Iterable

from pitboss import catalogue
from pitboss.editions import PROPOSALS
from pitboss.game import Game
from pitboss.house.people.register import RegisterFold
from pitboss.law import Edition, edition, edition_of
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission


def not_to_be_played(game: Game, rules: RulesSubmission, register: RegisterFold) -> str:
    """Why a table in play cannot be founded or changed to play these rules, as a sentence; empty where it can. Drafts and
    practice tables are not asked about, and what is in force keeps running."""
    text, encoded = edition_of(game.chapter, rules), edition(game.chapter)
    founded = register.founded
    if not text.proposed or (founded is not None and founded.demonstration):
        return ""
    named = f"Edition {text.name} of Chapter {game.chapter} is a proposal ({text.document})"
    if text != encoded:
        return f"{named}; it plays in a draft, for practice or in a demonstration. File edition {encoded.name}."
    if (game.chapter, text.name) in register.filings.proposals:
        return ""
    return f"{named}, and no adopted text is at hand; a manager accepts that first, among the tasks of the house."


def check(game: Game, rules: RulesSubmission, register: RegisterFold) -> None:
    """Raise where these rules follow a proposal that this house may not play."""
    if why := not_to_be_played(game, rules, register):
        raise Refused(Refusal.LOCKED, why, PROPOSALS)


def caution(game: Game, rules: RulesSubmission) -> str:
    """What a draft says of a text that is only proposed; empty where it was adopted."""
    text = edition_of(game.chapter, rules)
    return f"PROPOSED: Chapter {game.chapter}, {text.words}." if text.proposed else ""


def open_proposals(register: RegisterFold, games: Iterable[tuple[Game, RulesSubmission]]) -> dict[str, Edition]:
    """By chapter: proposals without an adopted text that this house plays, or has filed, and that nobody accepted."""
    found = {}
    for game, rules in games:
        text = edition_of(game.chapter, rules)
        if text == edition(game.chapter) and not_to_be_played(game, rules, register):
            found[game.chapter] = text
    return found


def accepted_edition(chapter: str, register: RegisterFold) -> Edition:
    """The proposal of a chapter that may be accepted now, or a refusal."""
    if chapter not in {game.chapter for game in catalogue.games().values()}:
        raise Refused(Refusal.NOT_FOUND, f"Expected a chapter with a game, like 687a, not {chapter!r}.", PROPOSALS)
    text = edition(chapter)
    if not text.proposed:
        words = f"Edition {text.name} of Chapter {chapter} was adopted; nobody has to accept it."
        raise Refused(Refusal.FORBIDDEN_CHOICE, words, PROPOSALS)
    if (chapter, text.name) in register.filings.proposals:
        by = register.filings.proposals[chapter, text.name]
        raise Refused(Refusal.STALE, f"{by.name} accepted it already.", PROPOSALS)
    return text
