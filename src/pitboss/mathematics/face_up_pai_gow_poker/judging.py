"""Face Up Pai Gow Poker judged: the dealer's hands lie open, so that what becomes of each setting is certain."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.chapters.ch688a_face_up_pai_gow_poker.hands import Outcome, compare, is_ace_high
from pitboss.chapters.ch688a_face_up_pai_gow_poker.paytables import EVEN
from pitboss.chapters.ch688a_face_up_pai_gow_poker.rules import MAIN, Rules
from pitboss.equipment.cards import DECK_WITH_JOKER, Card
from pitboss.families.house_ways import LOW as LOW_SIZE
from pitboss.families.house_ways import Setting, setting
from pitboss.families.pai_gow import PLAY_HAND
from pitboss.families.pai_gow_poker.dealing import LOW
from pitboss.families.pai_gow_poker.setting import HOUSE_WAY, SHOW, SURRENDER
from pitboss.mathematics.face_up_pai_gow_poker.edges import edges
from pitboss.mathematics.kit.judging import Judgement, Situation, certain
from pitboss.mathematics.kit.two_hands import Nets, known, stake, void_or_play
from pitboss.money import Cents, winnings
from pitboss.procedure import Option


def judge(situation: Situation) -> Judgement | None:
    """What every answer is worth; None of whatever is left to chance alone, or to eyes that only the player has."""
    rules, says = situation.rules, {option.says for option in situation.election.options}
    assert isinstance(rules, Rules)
    amount, seen = stake(situation, MAIN), known(situation, MAIN)
    nets = nets_of(rules, amount)
    if PLAY_HAND in says:
        return void_or_play(situation, lambda: edges(rules), {MAIN: nets})
    mine, shown = seen.hand, seen.met
    if not {LOW, SURRENDER} & says or not all(card in DECK_WITH_JOKER for card in (*mine, *shown)):
        return None
    dealer = as_set(shown)
    hands = {option: _made(option, mine, rules) for option in situation.election.options}
    worths = tuple(certain(option, [(_net(made, dealer, nets, rules), Fraction(1))]) for option, made in hands.items())
    faced = "an Ace High Pai Gow, a tie whatever is set" if is_ace_high(shown) else dealer.spoken
    cites = {compare(made, dealer, foul_loses=rules.foul_loses)[1] for made in hands.values() if made is not None}
    return Judgement(
        worths, amount, f"The dealer's hands lie open: {faced}.", ("A copy is the dealer's.",), cites=("688a.11(c)", *sorted(cites))
    )  # fmt: skip


def nets_of(rules: Rules, amount: Cents) -> Nets:
    """688a.12(a)."""
    return winnings(amount, EVEN, rules.payout_rounding), 0, -amount


def as_set(cards: Sequence[Card]) -> Setting:
    """Cards as they lie: the high hand, then the low."""
    return setting(cards, cards[-LOW_SIZE:])


def _made(option: Option, mine: Sequence[Card], rules: Rules) -> Setting | None:
    """The hands that an answer leads to; None where it surrenders them."""
    if option.says == SURRENDER:
        return None
    if option.says == SHOW:
        return as_set(mine)
    return rules.way.set(mine) if option.says == HOUSE_WAY else setting(mine, option.cards)


def _net(made: Setting | None, dealer: Setting, nets: Nets, rules: Rules) -> Cents:
    """688a.11(d), (f): what is surrendered is lost, even against an Ace High Pai Gow (I-688a-03)."""
    outcome = Outcome.LOSES if made is None else compare(made, dealer, foul_loses=rules.foul_loses)[0]
    return nets[(Outcome.WINS, Outcome.TIES, Outcome.LOSES).index(outcome)]
