"""What both environments are made of: a game, its rules, its actions, and what is wagered."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack

from pitboss import catalogue
from pitboss.environments.actions import Actions, Stake, usual_plan
from pitboss.environments.chance import Chance, SeededChance
from pitboss.environments.shape import Shape
from pitboss.environments.sight import Observation
from pitboss.environments.sitting import Sitting
from pitboss.events import visible
from pitboss.game import Game
from pitboss.money import Cents
from pitboss.submission import RulesSubmission
from pitboss.terminal.words import describe

CHOOSE: Literal["choose"] = "choose"
CENTS, UNITS = "cents", "units"
Wagers = Sequence[Stake] | Literal["choose"] | None


class Options(TypedDict, total=False):
    """What may be chosen of an environment besides its game, rules and seats.

    ``wagers``: a plan that every seat follows, ``"choose"`` for actions that wager, or None for what is usual: the least that
    takes part where there is something to decide afterwards, else ``"choose"``. ``stake`` is what an action wagers at a time.
    ``players``: by seat, who plays there; without a name, somebody of its own. ``masked``: the name under which an observation
    has what is seen, beside ``action_mask``; empty: the mask is in ``info`` alone.
    """

    wagers: Wagers
    stake: Cents | None
    acts: Sequence[str]
    rounds: int
    most_wagers: int
    reward: str
    players: Mapping[int, str]
    masked: str


USUAL: Options = {
    "wagers": None,
    "stake": None,
    "acts": (),
    "rounds": 1,
    "most_wagers": 8,
    "reward": CENTS,
    "players": {},
    "masked": "",
}


class Setup:
    """A table as it is set up for every episode."""

    def __init__(
        self, game: str | Game, rules: RulesSubmission | None, seats: Sequence[int], **options: Unpack[Options]
    ) -> None:
        if unknown := sorted(options.keys() - USUAL.keys()):
            raise TypeError(f"Expected options out of {', '.join(USUAL)}, not {', '.join(unknown)}.")
        chosen: Options = {**USUAL, **options}
        wagers, stake, rounds, reward = chosen["wagers"], chosen["stake"], chosen["rounds"], chosen["reward"]
        self.game = catalogue.game(game) if isinstance(game, str) else game
        self.rules = rules if rules is not None else self.game.example()
        if not isinstance(self.rules, self.game.rules):
            raise ValueError(f"Expected rules of {self.game.title}, not of another game.")
        most = self.rules.posted.seats
        if not seats or len(set(seats)) < len(seats) or not all(1 <= seat <= most for seat in seats):
            raise ValueError(f"Expected different seats from 1 to {most}, not {list(seats)}.")
        if rounds < 1:
            raise ValueError(f"Expected one round or more in an episode, not {rounds}.")
        if reward not in (CENTS, UNITS):
            raise ValueError(f"Expected rewards in {CENTS} or {UNITS}, not {reward!r}.")
        usual = usual_plan(self.game, self.rules, stake)
        self.plan: tuple[Stake, ...] = () if wagers == CHOOSE else usual if wagers is None else tuple(wagers)
        choose = not self.plan
        self.actions = Actions(self.game, self.rules, choose=choose, stake=stake, acts=chosen["acts"])
        self.shape = Shape(self.game, self.rules, seats)
        self.unit = 1 if reward == CENTS else self._base(usual, stake)
        self.masked = chosen["masked"]
        self._rounds, self._most, self._players = rounds, chosen["most_wagers"], dict(chosen["players"])
        if strangers := sorted(self._players.keys() - set(seats)):
            raise ValueError(f"Expected players of the seats {list(seats)}, not of {strangers}.")

    def _base(self, usual: Sequence[Stake], stake: Cents | None) -> Cents:
        """One unit: the first wager of the plan, or what an action wagers."""
        first = next(iter(self.plan or usual), None)
        return first.amount if first is not None and first.amount else stake or self.rules.chip

    def sitting(self, seed: int, options: Mapping[str, Any] | None) -> Sitting:
        """A new episode; ``options["chance"]`` replaces the seeded generator."""
        given: Chance | None = (options or {}).get("chance")
        chance = given if given is not None else SeededChance(seed)
        return Sitting(
            self.actions, self.shape, chance,
            plan=self.plan, rounds=self._rounds, most_wagers=self._most, players=self._players,
        )  # fmt: skip

    def observation(self, sitting: Sitting, seat: int) -> Observation:
        """What a seat sees; with the lawful actions beside it where that was asked for."""
        seen = sitting.observe(seat)
        return {self.masked: seen, "action_mask": sitting.mask(seat)} if self.masked else seen

    def transcript(self, sitting: Sitting, seat: int) -> str:
        """The round so far as a seat sees it, a line for each event."""
        return "\n".join(describe(visible(event, seat), self.game) for event in sitting.round_events)
