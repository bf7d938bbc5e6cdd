"""Craps beside crapssim for a hundred thousand throws and more: the same dice, the same chips after every throw."""

from pitboss.chapters.ch623a_craps.rules import Collection
from tests.chapters.test_623a_crapssim import play_match

THROWS = 100_000


def main() -> None:
    for when in Collection:
        for full in (False, True):
            count = THROWS // 10 if full else THROWS
            match = play_match(count, 2026, when, full=full)
            print(
                f"  {count:,} throws, vigorish {when}, up to {match.most} wagers at once: every chip agrees", flush=True
            )
