"""The mathematics of Midibaccarat (629a)."""
