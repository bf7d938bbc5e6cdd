"""The deposit of a player: their own money with the house, and the chips that they carry. It is a purse that no house fills up."""

DEPOSIT = "deposit "  # before the credential number of whose money it is


def deposit_of(credential: str) -> str:
    """The purse that is the deposit of a player."""
    return f"{DEPOSIT}{credential}"


def is_deposit(purse: str) -> bool:
    return purse.startswith(DEPOSIT)


def holder_of(purse: str) -> str:
    """Whose a purse is: a credential number, or the name of a guest."""
    return purse.removeprefix(DEPOSIT)
