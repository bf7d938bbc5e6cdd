"""For those who test games, ours or their own: rounds written as a dealer would tell them, random play, enumeration."""
