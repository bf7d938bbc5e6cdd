"""What is only shown of Go Fore It."""

from pitboss.chapters.ch676a_go_fore_it.rules import HIGHEST
from pitboss.shown import Grid, HowToPlay, Ranking, Sentence, Shown, Vocabulary

LOWEST = 4  # of four cards
HOW_TO_PLAY = HowToPlay(
    worth=(("Aces count 1, court cards 10, others their number. Albatross is 8 or less, eagle 9 to 13, birdie 14 to 18, par 19 "
            "to 24.", "676a.6"),),
    steps=(
        ('Wagers have to be down before the call of "no more bets". You and the dealer get four cards each.', "676a.7(c)"),
        ("You look at the two cards nearest to you, and decide.", "676a.11(a)"),
        ("The dealer shows all cards. With 24 or less Front 9 and Back 9 win, with more they lose.", "676a.11(d)(3)(i)"),
        ("Skins wins if your total is lower than the dealer's; a tie loses.", "676a.11(d)(4)(i)"),
        ("Gopher wins with an ace or more among your four cards.", "676a.11(d)(5)(ii)"),
    ),
    decisions=(("Make a Back 9 Wager equal to the Front 9, or fold and lose the Front 9.", "676a.11(b)"),),
)  # fmt: skip


def names_of_totals() -> Ranking:
    """Each from where the one before ends."""
    lowest, rows = LOWEST, list[tuple[str, ...]]()
    for name, highest in HIGHEST.items():
        rows.append((name, f"{lowest} to {highest}"))
        lowest = highest + 1
    rows.append(("over par", f"{lowest} or more"))
    return Sentence("The fewer points of four cards, the better.", "676a.6"), Grid(("Name", "Total"), tuple(rows))


SHOWN = {
    "go-fore-it": Shown(
        lambda rules: HOW_TO_PLAY,
        lambda rules: names_of_totals(),
        {"fold": "You folded"},
        vocabulary=Vocabulary(("fold", "back_9"), asked=("back 9",)),
        take_and_pay="676a.11(e)",
        titles={"es": "Go Fore It", "zh": "Go Fore It"},
    )
}
