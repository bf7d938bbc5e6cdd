"""Run by the interpreter of the peers, which has no pitboss: ``peers_side.py PEER SECONDS`` or ``PEER version``.

Each peer by its fastest public entrance. Prints how many things it did for each second of CPU; nothing where it is not
installed.
"""

import random
import sys
import time
from collections.abc import Callable
from importlib import metadata

HANDS = 20_000


def eval7() -> Callable[[], int]:
    """Seven cards ranked by ``eval7.evaluate``, which is compiled; the cards are made beforehand."""
    import eval7  # type: ignore[import-not-found]

    source, deck = random.Random(7), [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = [source.sample(deck, 7) for _ in range(HANDS)]
    evaluate = eval7.evaluate
    return lambda: len([evaluate(hand) for hand in hands])


def pokerkit() -> Callable[[], int]:
    """A hand of No-Limit Texas Hold'em, heads-up, checked and called down, everything that can be automatic is."""
    from pokerkit import Automation, NoLimitTexasHoldem  # type: ignore[import-not-found]

    def play() -> int:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2)
        while state.status:
            if state.can_check_or_call():
                state.check_or_call()
            elif state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.burn_card()
        return 1

    return play


def main(peer: str, asked: str) -> None:
    try:
        if asked == "version":
            print(metadata.version(peer))
            return
        work = {"eval7": eval7, "pokerkit": pokerkit}[peer]()
    except ImportError:
        return
    work()
    done, begun = 0, time.process_time()
    while time.process_time() - begun < float(asked):
        done += work()
    print(done / (time.process_time() - begun))


if __name__ == "__main__":
    main(*sys.argv[1:])
