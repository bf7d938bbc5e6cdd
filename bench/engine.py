"""The engine with everything an audit needs: events, ledger with its check, journal encoding and hash chain."""

from collections.abc import Callable

from bench.measure import per_cpu_second
from pitboss import catalogue
from pitboss.drivers.round import Round
from pitboss.equipment.cards import DECK
from pitboss.game import RoundStart
from pitboss.journal import Journal, step
from pitboss.ledger import Ledger
from pitboss.procedure import CHANCE, DEALER, Answer
from pitboss.wagers import close_betting

ROUNDS = 4000


def audited(game_name: str, answers: Callable[[int], list[Answer]]) -> Callable[[], int]:
    """Play rounds from given answers; each is folded into a ledger, checked, and appended to a journal."""
    game = catalogue.game(game_name)
    rules = game.example()
    rounds = [answers(number) for number in range(1, ROUNDS + 1)]

    def work() -> int:
        state, ledger, journal = game.open(rules), Ledger(), Journal("bench")
        for number, given in enumerate(rounds, 1):
            play = Round(game, rules, state, RoundStart(number))
            events = play.events
            events += play.feed(given)
            ledger.fold(events)
            ledger.check()
            journal.append("step", step(given, events))
            state = play.result
        return ROUNDS

    return work


def roulette(number: int) -> list[Answer]:
    """Twelve wagers by six seats, one of most kinds, and a pocket that changes."""
    spots = (
        ("straight", "17"), ("straight", "0"), ("split", "17-20"), ("three_numbers", "16-17-18"), ("four_numbers", "17-18-20-21"),
        ("six_numbers", "13-14-15-16-17-18"), ("column", "2"), ("dozen", "2"), ("red", ""), ("odd", ""), ("one_to_eighteen", ""),
        ("nineteen_to_thirty_six", ""),
    )  # fmt: skip
    wagers = [Answer(1 + n % 6, "wager", kind, on, 500) for n, (kind, on) in enumerate(spots)]
    return [*wagers, close_betting(), Answer(CHANCE, str(number % 37)), Answer(DEALER, "valid_spin")]


def go_fore_it(number: int) -> list[Answer]:
    """Six seats with all three wagers; every second seat goes on."""
    wagers = [Answer(seat, "wager", kind, "", 500) for seat in range(1, 7) for kind in ("front_9", "skins", "gopher")]
    cards = [Answer(CHANCE, DECK[(n * 5 + number) % 52]) for n in range(28)]
    elections = [Answer(seat, "back_9" if seat % 2 else "fold") for seat in range(1, 7)]
    return [*wagers, close_betting(), *cards, *elections]


def run() -> dict[str, float | str]:
    return {
        "audited roulette rounds/s, 12 wagers": per_cpu_second(audited("roulette", roulette)),
        "audited go-fore-it rounds/s, 6 seats": per_cpu_second(audited("go-fore-it", go_fore_it)),
    }
