"""For testing games: ``tables`` writes rounds as a dealer would tell them, ``random_play`` gives any lawful answer,
``enumeration`` follows every path of chance exactly. Nothing in the product imports this package."""
