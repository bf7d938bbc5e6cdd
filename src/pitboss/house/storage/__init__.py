"""The disk: the database, its writer, and the seal on what is secret."""
