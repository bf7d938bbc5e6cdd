"""619a Big Six Wheel. The symbol of the last spin decides; a wheel that fails sends every wager back (I-619a-05)."""

from pitboss_audit.facts import Line, Round, line
from pitboss_audit.money import pays, won

OTHER = "Joker, flag, name, logo or other unique symbol"


def settle(played: Round) -> tuple[list[Line], dict[str, object]]:
    if played.reported("wheel_malfunction") and played.rules["malfunction"] == "void":
        return played.returned("I-619a-05"), {}
    table, symbol, lines = pays("619a.3"), played.chance[-1], []
    for wager in played.wagers:
        printed = table.get(f"{wager.on} symbol", table[OTHER])
        odds = played.rules["payouts"].get(wager.on, printed)
        back = won(played.rules, wager.amount, odds, printed) if wager.on == symbol else 0
        lines.append(line(wager, back, "619a.3" if back else "619a.2(e)"))
    return lines, {}
