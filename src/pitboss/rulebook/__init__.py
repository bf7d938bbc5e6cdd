"""The rules as files: which of them can decide a round, their version, and packages that replay a record.

Nothing here is a rule, and nothing of the project is imported: sources are read, hashed, packed and run in a process of
their own, so that any version can be handled by any other.
"""
