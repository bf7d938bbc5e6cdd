"""The floor as a file: the house, its pits and tables, read with all mistakes at once and compared with what is there."""
