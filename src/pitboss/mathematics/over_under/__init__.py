"""The mathematics of Over/Under (686a)."""
