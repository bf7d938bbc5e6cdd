"""Every message to and from a page, as typed structures: shapes only, no behaviour."""
