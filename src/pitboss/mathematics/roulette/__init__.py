"""The mathematics of Roulette (617a)."""
