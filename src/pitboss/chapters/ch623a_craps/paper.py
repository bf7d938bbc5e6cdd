"""stub"""

from pitboss.felt import Felt


def felt(rules):
    return Felt(10, 10, "", ())


def signs(rules):
    return ()


def duties(rules):
    return ()


def checklists(rules):
    return ()
