"""``python -m soak.mutants`` tries a random 300 rules; ``--all`` tries every one."""

import argparse
import os
import random
import sys

from soak.mutants.campaign import Mutants, Plan, campaign, report
from soak.mutants.controls import controls
from soak.mutants.trial import Sources, prepare

SHARE = 3  # of a hundred rules fewer than so many may have only survivors


def main() -> int:
    options = _options()
    sources = Sources()
    mutants = Mutants(sources, prepare(sources))
    plan = Plan(options.seed, options.mutants, not options.every, options.quick, options.jobs)
    faults = list(controls(mutants, plan))
    for fault in faults:
        print(f"  control: {fault}")
    rules = [rule for rule in mutants.survey.rules if rule.id.startswith(tuple(options.only or ("",)))]
    if not options.all and len(rules) > options.rules:
        drawn = set(random.Random(options.seed).sample([rule.id for rule in rules], options.rules))
        rules = [rule for rule in rules if rule.id in drawn]
    done = campaign(rules, mutants, plan)
    report(done, mutants, plan)
    bad = sum(seen.verdict in ("survived", "not examined") for seen in done)
    return 1 if faults or bad * 100 >= SHARE * len(done) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m soak.mutants", description=__doc__)
    parser.add_argument("--seed", default="14", help="what is drawn (14)")
    parser.add_argument("--rules", type=int, default=300, help="how many rules are drawn (300)")
    parser.add_argument("--all", action="store_true", help="every rule")
    parser.add_argument("--only", nargs="+", help="only rules whose citations begin so: 617a. '633a.14('")
    parser.add_argument("--mutants", type=int, default=48, help="how many of a rule are tried until one is caught (48)")
    parser.add_argument("--every", action="store_true", help="go on after one is caught")
    parser.add_argument("--quick", action="store_true", help="do not ask whether tests of other rules catch a survivor")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="trials at a time")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
