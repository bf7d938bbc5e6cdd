"""What is only shown of DJ Wild Stud Poker."""

from pitboss.families.poker_ranks import DEUCES_AND_JOKER_WILD
from pitboss.families.poker_shown import poker_hands
from pitboss.shown import HowToPlay, Shown, Vocabulary

HOW_TO_PLAY = HowToPlay(
    worth=(("Every 2 and the joker stand for any card. Five wild cards are the best hand.", "687a.6(b)"),),
    steps=(
        ('Ante and Blind are equal and have to be down before the call of "no more bets".', "687a.7(c)"),
        ("You and the dealer get five cards face down.", "687a.8(d)"),
        ("The better hand wins Ante, Raise and Blind; equal hands push. The Blind pays only as listed, else it pushes.",
        "687a.11(e)(1)"),
    ),
    decisions=(("After a look at your cards, Raise twice the Ante, or fold and lose Ante and Blind.", "687a.11(b)"),),
)  # fmt: skip
SHOWN = {
    "dj-wild-stud-poker": Shown(
        lambda rules: HOW_TO_PLAY,
        poker_hands(DEUCES_AND_JOKER_WILD, "687a.6(b)"),
        {"fold": "You folded"},
        vocabulary=Vocabulary(("fold", "raise"), asked=("raise",)),
        take_and_pay="687a.11(g)",
        hand_history=True,
        titles={"es": "DJ Wild Stud Poker", "zh": "DJ Wild 梭哈扑克"},
    )
}
