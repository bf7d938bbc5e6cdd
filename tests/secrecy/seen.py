"""What somebody has been shown of the cards drawn, and when."""

from typing import cast

from pitboss.events import Burned, Dealt, Discarded, Elected, Event, Revealed, Shown, Shuffled, visible
from pitboss.procedure import Who
from tests.secrecy.table import Run

NEVER = 1 << 30
BURNED, NOBODY = "burned", ""  # in place of a hand
SHOES = (
    "shoe",
    "deck",
    "tiles",
    "side",
    *(f"{shoe} {n}" for shoe in ("shoe", "deck") for n in (1, 2)),
)  # what cards come from


class Seen:
    """For each card drawn: who got it, and after which move one viewer has been shown it."""

    def __init__(self, run: Run, who: Who) -> None:
        self.drawn = run.chance.drawn
        self.holder: dict[int, Who] = {}
        self.alike: set[int] = set()  # drawn together with one that looks the same: nobody can tell which is which
        self.when = dict.fromkeys(range(len(self.drawn)), NEVER)
        self.cite = dict.fromkeys(range(len(self.drawn)), "")  # of what showed it
        self._from, self._loose = 0, [n for n, one in enumerate(self.drawn) if one.device.endswith(SHOES)]
        self._visible: Event = run.events[0][-1]
        viewer_ids, count, last = run.viewer_ids(who), 0, 0
        for move, number, secret in run.events:
            count, last = (count + 1 if number == last else 1), number
            self._visible = visible(secret, *viewer_ids)
            if isinstance(secret, Shuffled):
                self._shuffled((number, count))
            elif isinstance(secret, Dealt | Burned):
                self._dealt(secret, (number, count), move)
            else:
                self._turned(move)

    def _shuffled(self, now: tuple[int, int]) -> None:
        """What was drawn before, and dealt to nobody, has gone back."""
        self._from = next((n for n, one in enumerate(self.drawn) if (one.round, one.events_before) >= now), NEVER)
        self._loose = [n for n in self._loose if n >= self._from]

    def _dealt(self, secret: Dealt | Burned, now: tuple[int, int], move: int) -> None:
        came = [n for n in self._loose if self.drawn[n].card == secret.card and self._since(n) < now]
        if not came:
            return
        self._loose.remove(came[0])
        self.holder[came[0]] = secret.to if isinstance(secret, Dealt) else BURNED
        self.alike |= {*came} if len(came) > 1 else set()
        if cast(Dealt, self._visible).card:
            self._mark([came[0], *(n for n in self.alike if self.drawn[n].card == secret.card)], move)

    def _since(self, at: int) -> tuple[int, int]:
        return self.drawn[at].round, self.drawn[at].events_before

    def _turned(self, move: int) -> None:
        event = self._visible
        if isinstance(event, Shown):
            self._show(event.outcome, NOBODY, move)
        elif isinstance(event, Revealed | Discarded | Elected):
            for card in event.cards:
                self._show(card, event.by if isinstance(event, Elected) else event.of, move)

    def _show(self, card: str, of: Who, move: int) -> None:
        """A card of some hand; or, where that hand was dealt none such, the last that was dealt to nobody."""
        out = [n for n, one in enumerate(self.drawn) if n >= self._from and one.card == card and one.move <= move]
        own = [n for n in out if of != NOBODY and (self.holder.get(n) == of or n in self.alike)]
        self._mark(own or [n for n in out if n not in self.holder][-1:] or out, move)

    def _mark(self, drawn: list[int], move: int) -> None:
        for at in drawn:
            if self.when[at] == NEVER:
                self.when[at], self.cite[at] = move, f"{type(self._visible).__name__} {self._visible.cite}"

    def hidden(self) -> list[int]:
        """The cards that were still unseen when the next move was made."""
        return [n for n, one in enumerate(self.drawn) if self.when[n] > one.move and one.device.endswith(SHOES)]
