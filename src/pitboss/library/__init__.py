"""What ``import pitboss`` offers to programs (docs/library.md): every module here joins rooms that are there already.

Rules of this room: a function takes a game by its name or as itself, and rules as they are filed, as a table of choices, or
not at all; whatever cannot be done is ``Refused`` in one sentence; nothing is worked out here that another room works out.
"""
