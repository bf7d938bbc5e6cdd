"""Players' minds: they answer Questions and know no more than the seat does."""
