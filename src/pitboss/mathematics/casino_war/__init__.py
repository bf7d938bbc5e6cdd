"""The mathematics of Casino War (651a)."""
