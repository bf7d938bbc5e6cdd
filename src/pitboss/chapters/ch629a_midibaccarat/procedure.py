"""§§ 629a.7–629a.13: one round of play, which is that of ``families.baccarat`` under this chapter's law."""

from pitboss.chapters.ch629a_midibaccarat.rules import LAW
from pitboss.families.baccarat.play import Table, irregularities, open_table, owes, play, staff_questions

__all__ = ["IRREGULARITIES", "STAFF_QUESTIONS", "Table", "open_table", "owes", "play"]

IRREGULARITIES = irregularities(LAW)
STAFF_QUESTIONS = staff_questions(LAW)
