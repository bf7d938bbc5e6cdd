"""The mathematics of Go Fore It (676a)."""
