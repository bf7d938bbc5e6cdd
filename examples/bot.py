"""A bot in thirty lines: it plays any game by choosing among the lawful answers. ``python bot.py TABLE [ROUNDS] [URL]``"""

import random
import sys

from pitboss.client import House, Refused, Seat


def play(seat: Seat, pick: random.Random) -> int:
    """One round; what it changed in the rack, in cents."""
    before, opened = seat.rack, seat.open_betting().round
    for offer in pick.sample(seat.offers, k=len(seat.offers)):
        try:
            seat.wager(offer)
            if seat.ready().phase != "betting" or seat.view.round != opened:
                break  # else another wager is needed: at craps, one with or against the shooter
        except Refused as refused:  # the same told by the rules, or a spot that is closed
            print("  ", refused)
    while (view := seat.play_on()).phase == "playing" or view.you.questions:
        question = seat.questions[0]
        seat.answer(question, pick.choice(question.options))
    return seat.rack - before


if __name__ == "__main__":
    table, rounds, url = (*sys.argv[1:], *("roulette-practice", "5", "http://127.0.0.1:8000")[len(sys.argv) - 1 :])
    with House(url) as house, house.sit(table, name="Bot") as seat:
        for number in range(int(rounds)):
            change = play(seat, random.Random(number))
            print(f"round {number + 1}: {change / 100:+.2f}, rack {seat.rack / 100:.2f}")
