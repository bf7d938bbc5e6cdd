"""The mathematics of Sic Bo (625a)."""
