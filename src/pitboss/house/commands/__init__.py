"""Everything that can be asked of a table, one file each. ``union`` finds them; nothing else lists them.

To add one: a file here, a test, a control on a page, and ``make wire``.
"""
