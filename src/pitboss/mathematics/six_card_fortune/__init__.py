"""The mathematics of Six-Card Fortune Pai Gow Poker (670a)."""
