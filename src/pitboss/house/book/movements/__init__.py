"""What may be done with money: ``asks`` has the structures, ``decide`` finds who decides each. What is refused changes nothing."""
