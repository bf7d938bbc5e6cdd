"""The mathematics of Baccarat (631a), and what the three baccarat chapters share."""
