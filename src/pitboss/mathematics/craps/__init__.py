"""The mathematics of Craps and Mini-Craps (623a)."""
