"""The process of a house among the others of its machine: what it logs, from whom it takes over, whom it tells.

Rules of this room: nothing here knows a table. ``logs`` writes what went wrong without secrets, ``listener`` opens or inherits
the address, ``handover`` starts a successor that takes the address over, ``supervisor`` tells systemd.
"""
