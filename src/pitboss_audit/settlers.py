"""Which games this engine settles, and what is taken for choices that a filing leaves out."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss_audit.facts import Line, Round
from pitboss_audit.games import (
    baccarat,
    big_six_wheel,
    blackjack,
    casino_war,
    craps,
    dj_wild,
    go_fore_it,
    over_under,
    pai_gow,
    roulette,
    sic_bo,
    six_card,
    two_hands,
)


class Settler(NamedTuple):
    """``defaults``: of choices that an older or shorter filing may leave out. ``amended``: readings that this settler can also
    apply as they were before (``rules["as_before"]``), each with what changed."""

    settle: Callable[[Round], tuple[list[Line], Mapping[str, Any]]]
    defaults: Mapping[str, Any] = {}
    amended: Mapping[str, str] = {}


ROULETTE = {"wheel": "double", "payouts": {}}
BIG_SIX = {"payouts": {}, "malfunction": "void"}
SIC_BO = {"shaker": "manual", "two_of_a_kind_wins_on_triple": True}
BACCARAT = {
    "ez_baccarat": False,
    "dragon_bonus_paytable": "A",
    "tie_odds": "8 to 1",
    "vigorish_collection": "at_payout",
}
CASINO_WAR = {"missed_war_card": "deal_before_dealer"}
GO_FORE_IT = {"gopher_paytable": "A"}
OVER_UNDER = {"missed_first_card": "dead_hand", "dead_hand_returns": "all_wagers"}
DJ_WILD = {
    "progressive_bonus": False,
    "progressive_bonus_paytable": "1",
    "progressive_stake_back": True,
    "progressive_twos": "plain",
    "progressive_winners": "turn_order",
    "folded_hand_keeps_progressive": True,
    "two_way": True,
}
BLACKJACK = {
    "decks": 6,
    "card_reader_can_reveal": False,
    "dead_hand_returns": "all_wagers",
    "blackjack_switch": False,
    "switch_natural_against_22": "wins",
    "in_between_ace": "high",
    "crown_treasure_bonus": False,
    "bad_beat_progressive": False,
    "bad_beat_any_20": False,
    "bad_beat_split_hands": "any",
    "magic_card_bonus": False,
    "payout_limit_covers": "lucky_ladies_and_kings_bounty",
    "payout_limit_per": "table",
    "lucky_player_bonus": False,
    "hit_and_run_progressive": False,
}
FACE_UP = {
    "foul_against_ace_high": "ties",
    "progressive_payout": False,
    "progressive_payout_paytable": "1",
    "progressive_winners": "turn_order",
}
PAI_GOW_POKER = {"house_way": "standard", "bank_sets": "free", "progressive_payout": False, "envy_bonuses": "per_wager"}
SIX_CARD = {"progressive_payout": False, "progressive_unit": "1.00", "small_wagers_envy": True}
PAI_GOW = {"crossed_hands": "swapped"}
CRAPS = {
    "vigorish_rate": "5",
    "vigorish_collected": "on_win",
    "lay_vigorish_base": "stake",
    "vigorish_rounding": "exact",
    "vigorish_refunded": True,
    "fire_bet_paytable": "A",
    "fire_bet_paid_at_six": False,
    "fire_bet_after_pass": "points_count",
    "come_odds_on_come_out": "off",
    "calls_last": "until_changed",
    "winning_wagers_stay_up": True,
    "dont_bets_again_on_12": False,
}

# Readings that were amended, and what was settled otherwise before.
FOLDED_ENVY = {"I-687a-16": "a folded hand now draws Envy Bonuses also where it does not keep its own Progressive"}
LIMITED_METER = {"I-645a-12": "what a payout limit does not pay of a meter now stays on the meter"}

SETTLERS: Mapping[str, Settler] = {
    "roulette": Settler(roulette.settle, ROULETTE),
    "big-six-wheel": Settler(big_six_wheel.settle, BIG_SIX),
    "sic-bo": Settler(sic_bo.settle, SIC_BO),
    "minibaccarat": Settler(baccarat.settle, BACCARAT),
    "midibaccarat": Settler(baccarat.settle, BACCARAT),
    "baccarat": Settler(baccarat.settle, BACCARAT),
    "casino-war": Settler(casino_war.settle, CASINO_WAR),
    "go-fore-it": Settler(go_fore_it.settle, GO_FORE_IT),
    "over-under": Settler(over_under.settle, OVER_UNDER),
    "craps": Settler(craps.settle, CRAPS),
    "mini-craps": Settler(craps.settle, CRAPS),
    "pai-gow": Settler(pai_gow.settle, PAI_GOW),
    "six-card-fortune-pai-gow-poker": Settler(six_card.settle, SIX_CARD),
    "face-up-pai-gow-poker": Settler(two_hands.settle, FACE_UP),
    "pai-gow-poker": Settler(two_hands.settle, PAI_GOW_POKER, LIMITED_METER),
    "blackjack": Settler(blackjack.settle, BLACKJACK),
    "dj-wild-stud-poker": Settler(dj_wild.settle, DJ_WILD, FOLDED_ENVY),
}
