"""Drills: questions for players, dealers and floorpersons, made by playing the procedures, and graded by them.

1. No answer key is written by hand. A question comes out of a round that was played; its answer is what that round's own
   procedure did next, or what the mathematics of the game works out.
2. A question is made from game, rules, kind, seed and number alone: whoever has these five has the question and its grade,
   so that nothing is kept between asking and grading.
3. Nothing here knows a clock, entropy or a screen. Events are handed over as they are; whoever shows them words them.

``asking`` asks and grades, ``progress`` remembers what was weak, ``exam`` makes a record to print.
"""
