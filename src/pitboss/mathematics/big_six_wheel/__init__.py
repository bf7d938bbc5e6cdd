"""The mathematics of Big Six Wheel (619a)."""
