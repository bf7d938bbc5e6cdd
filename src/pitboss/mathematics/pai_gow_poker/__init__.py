"""The mathematics of Pai Gow Poker (645a)."""
