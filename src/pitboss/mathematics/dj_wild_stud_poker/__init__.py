"""The mathematics of DJ Wild Stud Poker (687a)."""
