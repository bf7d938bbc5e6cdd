"""``python -m pitboss.cli``."""

from pitboss.cli import main

main()
