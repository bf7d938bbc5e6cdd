"""One player at one table in the terminal: offers shown, wagers typed, questions asked, settlements explained."""

from collections.abc import Callable

from pitboss.drivers.round import Round
from pitboss.events import CENTS, Dealt, Discarded, Event, Settlement, visible
from pitboss.game import Game, RoundStart
from pitboss.law import is_citation
from pitboss.ledger import CAGE, Ledger
from pitboss.money import Cents
from pitboss.procedure import Answer, Draw, Election, Offer, Option, Refusal, Refused, Window, name
from pitboss.submission import RulesSubmission, cautions
from pitboss.terminal import reading
from pitboss.terminal.chance import TerminalChance
from pitboss.terminal.hints import Coach
from pitboss.terminal.modes import Hints
from pitboss.terminal.words import describe, gist, money
from pitboss.wagers import WAGER, close_betting

HELP = (
    "done closes betting · offers [WAGER] lists them · why [CITE] explains · rack · remove WAGER [SPOT] · "
    "hints off, before or after · quit"
)


class PlayerLeft(Exception):
    """The player left the table."""


class Terminal:
    """``read`` asks for a line, ``say`` prints one; both can be replaced."""

    def __init__(
        self,
        game: Game,
        rules: RulesSubmission,
        *,
        rack: Cents,
        read: Callable[[str], str],
        say: Callable[[str], None],
        seed: bytes | None = None,
        seat: int = 1,
        hints: Hints = Hints.OFF,
    ) -> None:
        self.game, self.rules, self.seat = game, rules, seat
        self._read, self._say = read, say
        self._chance = TerminalChance(say, seed)
        self._coach = Coach(game, rules, seat, say, hints)
        self._ledger = Ledger()
        self._ledger.move(CAGE, self._ledger.rack(seat), rack)
        self._bought, self._cite = rack, game.closed
        self._greeted = ""  # the kind of window whose offers were shown already
        self._acts: tuple[str, ...] = ()  # acts that concern no wager, as of the last question

    @property
    def rack(self) -> Cents:
        return self._ledger.balance(self._ledger.rack(self.seat))

    # --- rounds

    def sit(self) -> None:
        """Play round after round until the player leaves."""
        self._say(f"{self.game.title}: {self.game.about} You have seat {self.seat} and {money(self.rack)}.")
        for sentence in cautions(self.rules):
            self._say(sentence)
        state, number = self.game.open(self.rules), 1
        try:
            while True:
                play = Round(self.game, self.rules, state, RoundStart(number, seated=(self.seat,)))
                if number > 1:
                    self._chance.open_spent(play.events)
                state = self._round(play)
                number += 1
        except (PlayerLeft, EOFError):
            self._chance.open()
            self._coach.summary()
            self._say(f"You leave with {money(self.rack)}, {_result(self.rack - self._bought)}.")

    def _round(self, play: Round) -> object:
        self._say("")
        self._chance.begin(play.events)
        self._coach.hear(play.events)
        self._print(play.events)
        while not play.closed:
            if isinstance(play.pending, Draw):
                self._answer(play, self._chance.answer(play.pending))
            elif isinstance(play.pending, Window):
                self._bet(play, play.pending)
            else:
                self._elect(play, play.elections()[0])
        self._say(f"You have {money(self.rack)}.")
        return play.result

    # --- asking

    def _bet(self, play: Round, window: Window) -> None:
        acts = tuple(offer.says for offer in window.menu.offers(self.seat) if offer.says != WAGER and not offer.wager)
        if self._greeted != window.cite:
            self._show_offers(play)
            self._greeted = window.cite
        elif not set(acts) <= set(self._acts):
            self._say(f"You may also say: {', '.join(acts)}.")
        self._acts = acts
        line = self._line("bet> ", play)
        try:
            if reading.plain(line) == "done":
                self._answer(play, close_betting())
                return
            offers, wagers = window.menu.offers(self.seat), [kind.name for kind in self.game.wagers]
            self._try(play, reading.tender(line, self.seat, offers, window.menu.acts, wagers))
        except Refused as refusal:
            self._refuse(refusal)

    def _elect(self, play: Round, election: Election) -> None:
        """The player's questions are asked; the table's own have their default, where they have one."""
        if election.to != self.seat and election.default is not None:
            self._answer(play, election.default.answer(election.to))
            return
        self._cite = election.cite
        self._say(f"To {name(election.to)}: {election.kind}?  [{election.cite}]")
        for n, option in enumerate(election.options, 1):
            self._say(f"  {n:>2}  {option}{_range(option.least, option.most, option.unit)}{_lost(option)}")
        if election.to == self.seat:
            self._coach.asked(election)
        usual = f" (Enter: {election.default})" if election.default is not None else ""
        line = self._line(f"{election.kind}{usual}> ", play, blank=election.default is not None)
        try:
            self._try(play, reading.choose(line, election))
        except Refused as refusal:
            self._refuse(refusal)

    def _line(self, prompt: str, play: Round, *, blank: bool = False) -> str:
        """The next line that is an answer; commands in between are carried out."""
        while True:
            line = self._read(prompt).strip()
            word, _, rest = line.partition(" ")
            word = word.lower()
            if word in ("quit", "exit"):
                raise PlayerLeft
            if word == "why":
                self._say(gist(rest) if is_citation(rest) else self._why(rest))
            elif word == "offers":
                self._show_offers(play, rest)
            elif word == "rack":
                self._say(f"You have {money(self.rack)}.")
            elif word == "hints":
                self._hint(rest)
            elif word in ("help", "?"):
                self._say(HELP)
            elif line or blank:
                return line

    def _hint(self, when: str) -> None:
        """Say when hints are shown, or change it."""
        if when.strip().lower() in list(Hints):
            self._coach.when = Hints(when.strip().lower())
        elif when:
            self._say(f"No: Hints are shown {', '.join(Hints)}; not {when!r}.")
            return
        self._say(f"Hints: {self._coach.when}.")

    def _why(self, about: str) -> str:
        """The provision behind a wager, or behind the last line printed."""
        kind = next((k for k in self.game.wagers if about and k.name == reading.plain(about)), None)
        if kind is None:
            return gist(self._cite)
        return "\n".join(gist(cite) for cite in (kind.cite, kind.pays) if cite)

    # --- answering

    def _try(self, play: Round, answer: Answer) -> None:
        """Give an answer, unless the rack cannot carry what follows from it."""
        twin, purse = play.replica(), Ledger()
        purse.balances, purse.owners = dict(self._ledger.balances), dict(self._ledger.owners)
        for event in twin.answer(answer):
            purse.fold([event])
            if purse.balance(purse.rack(self.seat)) < 0:
                raise Refused(
                    Refusal.NOT_ENOUGH_CHIPS, f"You have {money(self.rack)}, and that takes more.", self._cite
                )
        self._coach.answered(answer)
        self._answer(play, answer)

    def _answer(self, play: Round, answer: Answer) -> None:
        events = play.answer(answer)
        self._ledger.fold(events)
        self._ledger.check()
        self._chance.hear(events)
        self._coach.hear(events)
        self._print(events)

    # --- printing

    def _print(self, events: list[Event]) -> None:
        for event in events:
            seen = visible(event, self.seat)
            if isinstance(seen, Discarded | Dealt) and not self._mine(seen):
                continue  # cards that nobody at this seat can see, coming and going
            mark = "$ " if isinstance(seen, Settlement) else "  "
            self._say(mark + describe(seen, self.game))
            self._cite = seen.cite

    def _mine(self, event: Discarded | Dealt) -> bool:
        if isinstance(event, Dealt):
            return bool(event.card) or event.to == self.seat
        return False

    def _refuse(self, refused: Refused) -> None:
        self._cite = refused.cite or self._cite
        self._say(f"No: {refused}")

    def _show_offers(self, play: Round, wager: str = "") -> None:
        """What may be wagered now, one line to a kind; with all its spots when the kind is named."""
        if not isinstance(play.pending, Window):
            self._say("Betting is closed.")
            return
        groups: dict[str, list[Offer]] = {}
        acts: list[str] = []
        for offer in play.pending.menu.offers(self.seat):
            if offer.says != WAGER:
                acts.append(" ".join(filter(None, (offer.says, offer.wager, offer.on))))
            elif not wager or offer.wager == reading.plain(wager):
                groups.setdefault(offer.wager, []).append(offer)
        self._say("Betting is open. You may wager:" if groups else "There is nothing of that kind to wager on now.")
        for kind, offers in groups.items():
            spots = [offer.on for offer in offers if offer.on]
            shown = spots if wager else [*spots[:4], *(["…", spots[-1]] if len(spots) > 8 else spots[4:])]
            first = offers[0]
            words = f"{kind}{' SPOT' if spots else ''} AMOUNT"
            self._say(f"  {words:<40}{_range(first.least, first.most)}  {self.game.wager(kind).about}  [{first.cite}]")
            if shown:
                self._say(f"      SPOT: {', '.join(shown)}")
        if acts:
            self._say(f"  or: {', '.join(acts)}")
        self._say(HELP)


def _range(least: Cents, most: Cents | None, unit: str = CENTS) -> str:
    """The amounts that an offer or an option takes."""
    show = money if unit == CENTS else str
    if most == 0:
        return ""
    if least == most:
        return f"  {show(least)}" if unit == CENTS else ""
    return f"  {show(least)} and up" if most is None else f"  {show(least)} to {show(most)}"


def _lost(option: Option) -> str:
    """What is lost by giving a hand up, where the chapter says how much."""
    if option.gives_up is None:
        return ""
    loses, otherwise, when = option.gives_up.loses, option.gives_up.otherwise, option.gives_up.when
    return f"  lose {money(loses)}" + (f", or {money(otherwise)} if {when}" if otherwise else "")


def _result(change: Cents) -> str:
    return "as much as you brought" if not change else f"{money(abs(change))} {'won' if change > 0 else 'lost'}"
