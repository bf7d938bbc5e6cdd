"""The mathematics of Pai Gow, tiles (621a)."""
