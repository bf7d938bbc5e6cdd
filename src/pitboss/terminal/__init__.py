"""A table in the terminal: the same Questions and Events as everywhere, typed and printed."""
