"""For every rule of the registers: does a test that it names fail when the code that it names is broken?

A mutant is one small change inside the named code; it is *caught* when a named test fails, and has *survived* when all
of them pass. A rule with a caught mutant is honest; one whose mutants all survive names the wrong code, or a test that
would not miss it. Tools such as mutmut and cosmic-ray run a whole suite against a whole module: they know neither which
test answers for which line of the law, nor which change belongs to which provision, and that is the question here.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """In a process of its own: this one may have imported what is to be changed."""
    subprocess.run([sys.executable, "-m", "soak.mutants"], cwd=ROOT, check=True)
