"""Tells systemd how the house is (``Type=notify``), where systemd asks for it."""

import logging
import os
import socket

log = logging.getLogger("pitboss")

READY, STOPPING = "READY=1", "STOPPING=1"


def notify(*state: str) -> None:
    """Send lines such as ``READY=1`` or ``MAINPID=…``; nothing where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.sendto("\n".join(state).encode(), address)
    except OSError as error:
        log.warning("systemd could not be told: %s", error)
