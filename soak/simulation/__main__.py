"""One seed once more: ``python -m soak.simulation [--attacked] SEED [HOURS [GAME …]]``; its last steps, and what was broken."""

import sys

from soak.simulation.adversary import disturb
from soak.simulation.campaign import told
from soak.simulation.run import simulate


def main() -> None:
    given = sys.argv[1:]
    attacked = given[:1] == ["--attacked"]
    seed, *more = given[attacked:] or [""]
    if not seed.isdigit():
        raise SystemExit("Expected a seed, a whole number; then hours, and games; before it --attacked, or nothing.")
    hours = float(more[0]) if more else 0.5
    outcome = simulate(int(seed), hours, games=tuple(more[1:]), disturb=disturb if attacked else None)
    print(told(outcome))
    print(
        f"  {outcome.virtual / 3600:.2f} hours, {outcome.rounds} rounds, {outcome.commands}, {outcome.disturbed}, {outcome.digest}"
    )
    raise SystemExit(bool(outcome.broken))


if __name__ == "__main__":
    main()
