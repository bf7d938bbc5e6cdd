"""Drafts of Rules Submissions: what each choice may be, what is wrong with them, what to look at twice, what they change."""
