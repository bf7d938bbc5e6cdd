"""Evidence: rounds that are over in one file that can be checked by anybody, with nothing but Python."""
