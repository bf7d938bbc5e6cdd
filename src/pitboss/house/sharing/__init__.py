"""A house that several processes serve: which of them has what, and how the others reach it."""
