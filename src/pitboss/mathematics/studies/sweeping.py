"""One choice of a submission with each of its values: what becomes of every wager."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.game import Game
from pitboss.mathematics.studies.filings import (
    MOST_VALUES,
    PACE,
    STAKE,
    Progress,
    Spot,
    WagerFigures,
    changed,
    check_terms,
    figures_of,
    values_of,
)
from pitboss.money import Cents
from pitboss.procedure import Refusal, Refused
from pitboss.submission import RulesSubmission
from pitboss.tabular import Tabular


class SweptValue(msgspec.Struct, frozen=True):
    """One value: the figures of every wager, or why it is not lawful beside the other choices."""

    value: Any
    figures: dict[Spot, WagerFigures] = {}
    refused: str = ""
    cite: str = ""
    filed: bool = False  # the one of the submission itself


class Sweep(msgspec.Struct, Tabular, frozen=True):
    """A choice swept through."""

    game: str
    choice: str
    values: tuple[SweptValue, ...]
    wager: str = ""  # only this one

    def rows(self) -> list[dict[str, Any]]:
        """A row for each value and wager; values that are not lawful have a row with the reason."""
        found = list[dict[str, Any]]()
        for each in self.values:
            head = {self.choice: each.value, "filed": each.filed}
            for (wager, on, strategy), figures in each.figures.items():
                if self.wager in ("", wager):
                    of = {
                        name: getattr(figures, name) for name in ("house_edge", "deviation", "hit_rate", "win_per_hour")
                    }
                    found.append({**head, "wager": wager, "on": on, "strategy": strategy, **of, "not_lawful": ""})
            if each.refused:
                found.append(
                    {**head, "wager": "", "on": "", "strategy": "", "not_lawful": f"{each.refused} [{each.cite}]"}
                )
        return found


def swept(
    game: Game,
    rules: RulesSubmission,
    choice: str,
    values: Sequence[Any] = (),
    *,
    wager: str = "",
    stake: Cents = STAKE,
    pace: int = PACE,
    progress: Progress | None = None,
) -> Sweep:
    """All values of a choice, or those that are named."""
    check_terms(stake, pace)
    every = values_of(game, choice) if not values else tuple(values)
    if len(every) > MOST_VALUES:
        words = f"{len(every)} values are too many for one sweep; name up to {MOST_VALUES} of them."
        raise Refused(Refusal.MALFORMED, words, game.closed)
    found, filed = list[SweptValue](), rules.every_choice.get(choice)
    for done, value in enumerate(every, 1):
        try:
            other = changed(game, rules, {choice: value})
            same = other.every_choice.get(choice) == filed
            found.append(SweptValue(value, figures_of(game, other, stake, pace), filed=same))
        except Refused as refused:
            found.append(SweptValue(value, refused=refused.sentence, cite=refused.cite))
        if progress is not None:
            progress(done, len(every))
    if not any(each.figures for each in found):
        raise Refused(
            Refusal.FORBIDDEN_CHOICE, f"No value of {choice} is lawful here: {found[0].refused}", found[0].cite
        )
    if wager and wager not in {spot[0] for each in found for spot in each.figures}:
        names = ", ".join(dict.fromkeys(spot[0] for each in found for spot in each.figures))
        raise Refused(
            Refusal.UNKNOWN_WAGER, f"No edge is worked out for {wager!r} here; there are: {names}.", game.closed
        )
    return Sweep(game.name, choice, tuple(found), wager)
