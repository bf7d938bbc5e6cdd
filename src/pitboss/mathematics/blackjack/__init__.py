"""The mathematics of Blackjack (633a)."""
