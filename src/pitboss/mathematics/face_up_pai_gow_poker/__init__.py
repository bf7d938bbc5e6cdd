"""The mathematics of Face Up Pai Gow Poker (688a)."""
