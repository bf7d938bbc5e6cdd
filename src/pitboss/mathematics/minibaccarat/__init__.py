"""The mathematics of Minibaccarat (627a)."""
