"""Drivers of a round: ``round`` holds the generator and checks every answer, ``script`` and ``scenario`` play TOML files,
``fair`` answers for chance from a seed. No driver knows a rule of a game."""
