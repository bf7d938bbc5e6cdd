"""What does not apply to a table because of what was filed: no shaker, no bank, no cut.

Chapters list every irregularity and all conduct; the papers of one table leave out what cannot happen at it.
"""

from typing import Any

from pitboss.game import IrregularityKind
from pitboss.submission import RulesSubmission, choices

WITHOUT_CUT = ("cover card", "answer cut", "cuts again", "new cut")


def is_shaken(rules: RulesSubmission) -> bool:
    """Whether dice are shaken, where something else may choose where the deal begins; a bank always shakes."""
    return str(getattr(rules, "start_selector", "shaker")) == "shaker" or has_bank(rules)


def has_bank(rules: RulesSubmission) -> bool:
    """Whether players may bank."""
    return bool(getattr(rules, "player_bank", False))


def is_continuous(rules: RulesSubmission) -> bool:
    """Whether a device shuffles all the time: then nothing is cut, and no card shows the end of the shoe."""
    return str(getattr(rules, "shuffler", "")) == "continuous"


def speaks_of_absent(words: str, rules: RulesSubmission) -> bool:
    """Whether words are about something that this table does not have."""
    said = words.lower()
    if not is_shaken(rules) and ("shaker" in said or "dice" in said):
        return True
    return is_continuous(rules) and any(word in said for word in WITHOUT_CUT)


def title(kind: IrregularityKind, rules: RulesSubmission) -> str:
    """The title of an irregularity at this table."""
    return kind.title if has_bank(rules) else kind.title.replace("Dealer's or bank's", "Dealer's")


def is_filed(cite: str, rules: RulesSubmission) -> bool:
    """Whether what a reading says holds here: it tells the default of the choice that it is behind."""
    found = [(key, default) for key, (_, note, default) in choices(type(rules)).items() if note.cite == cite]
    return not cite.startswith("I-") or all(getattr(rules, key) == default for key, default in found)


def decks_in_use(rules: RulesSubmission) -> int | None:
    """Decks at the table, in as many batches as there are; as many as the text has where none were filed."""
    decks: int | None = getattr(rules, "decks", None)
    in_a_shoe: int | None = getattr(rules, "shoe_decks", None)
    return decks if decks is not None or in_a_shoe is None else in_a_shoe * int(getattr(rules, "batches", 1))


def in_force(rules: RulesSubmission) -> dict[str, Any]:
    """Every choice as it counts: where no number of decks was filed, as many as the text has."""
    filed = rules.every_choice
    return filed if filed.get("decks", 1) is not None else {**filed, "decks": decks_in_use(rules)}


def shown(value: Any) -> str:
    """A filed value as a person reads it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {shown(part)}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "none"
    return str(value)


def without_bank(words: str, rules: RulesSubmission) -> str:
    """The words for a table at which no player may bank."""
    return words if has_bank(rules) else words.replace(", or the bank's", "").replace(" or the bank's", "")
