"""One table as its record tells it: no clock, no entropy, nothing but what follows from entries."""
