"""A house that several processes serve, each with some of its tables."""
