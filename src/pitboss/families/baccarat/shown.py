"""Words for the players of baccarat: how a round goes, and the table of third cards."""

from pitboss.families.baccarat.hands import NATURAL, banker_draws, player_draws
from pitboss.shown import Grid, HowToPlay, Line, Ranking, Sentence, Subheading

DRAWS, STAYS = "draws", "stays"
HIGHEST_COUNT = 7  # of a hand that is no Natural


def how_to_play(chapter: str, section: int, closed: str, first: Line, *, ez: bool) -> HowToPlay:
    """``section``: of the third cards; ``closed``: the provision that ends betting; ``first``: how the hands are dealt."""
    tie = "Wagers on either hand are returned after a tie."
    if ez:
        tie += " A Banker's win with a three-card 7 is a Dragon 7: wagers on the Banker's Hand are returned."
    return HowToPlay(
        worth=(
            ("Aces count 1, tens and court cards 0, others their number; a hand counts the last digit of the sum.",
            f"{chapter}.6(b)"),
            ("8 or 9 with two cards is a Natural: neither hand draws.", f"{chapter}.{section}(a)"),
        ),
        steps=(
            ('Betting ends with the call of "no more bets". Then nothing may be added or taken back.', closed),
            first,
            ("Third cards follow the rules. Player's: 0 to 5 draws, 6 or 7 stays.", f"{chapter}.{section}(b)(1)"),
            ("Banker's: 0 to 2 draws, 7 stays, 3 to 6 by the card that the Player's Hand drew; 5 or less if it drew none.",
            f"{chapter}.{section}(c)(1)"),
            (f"The dealer calls counts and winner, takes the losing wagers and pays the winners. {tie}",
            f"{chapter}.{section + 1}(a)"),
        ),
    )  # fmt: skip


def third_cards(cite: str) -> Ranking:
    """When each hand draws, worked out by what decides it in a round."""
    counts, thirds = range(HIGHEST_COUNT + 1), (*range(10), None)
    return (
        Subheading("When a third card is drawn", "third-card"),
        Sentence(f"With {NATURAL} or {NATURAL + 1} on two cards of either hand nobody draws.", cite),
        Grid(
            ("Player's Hand has", *map(str, counts)),
            (("it", *(DRAWS if player_draws(count, 0) else STAYS for count in counts)),),
            chart=True,
        ),
        Grid(
            ("Banker's Hand has", *(f"after {third}" for third in thirds[:-1]), "if none drawn"),
            tuple(
                (str(count), *(DRAWS if banker_draws(0, count, third) else STAYS for third in thirds))
                for count in counts
            ),
            chart=True,
        ),
        Sentence("A column is the value of the card that the Player's Hand drew; tens and court cards are 0."),
    )
