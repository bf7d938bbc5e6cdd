"""Everything that can be asked of a table, one file each. ``union`` finds them; nothing else lists them.

To add one: a file here, its right in ``pitboss.authority``, a test, a control on a page, and ``make wire``.
docs/adding-a-command.md
goes through it, with what an entry or a field of the state takes that it needs besides.
"""
