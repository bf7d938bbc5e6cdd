"""One seed once more: ``python -m soak.simulation SEED [HOURS [GAME …]]``; its last steps, and what was broken."""

import sys

from soak.simulation.campaign import told
from soak.simulation.run import simulate


def main() -> None:
    if not sys.argv[1:] or not sys.argv[1].isdigit():
        raise SystemExit("Expected a seed, a whole number; then hours, and games.")
    hours = float(sys.argv[2]) if sys.argv[2:] else 0.5
    outcome = simulate(int(sys.argv[1]), hours, games=tuple(sys.argv[3:]))
    print(told(outcome))
    print(
        f"  {outcome.virtual / 3600:.2f} hours, {outcome.rounds} rounds, {outcome.commands}, {outcome.disturbed}, {outcome.digest}"
    )
    raise SystemExit(bool(outcome.broken))


if __name__ == "__main__":
    main()
