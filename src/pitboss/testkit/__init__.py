"""For testing games: ``tables`` writes rounds as a dealer would tell them, ``random_play`` gives any lawful answer. Nothing in
the product imports this package."""
