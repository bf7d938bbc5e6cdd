"""Commands that print papers for one game under its filed rules."""

from pitboss.cli.app import GameName, Out, Submission, app, chosen, put


@app.command()
def layout(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Draw the layout as SVG."""
    from pitboss.paper.layout import svg

    picked, rules = chosen(game, submission)
    put(svg(picked.felt(rules)), out)


@app.command()
def guide(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the gaming guide (HTML)."""
    from pitboss.paper import guide as paper

    put(paper.html(*chosen(game, submission)), out)


@app.command()
def signs(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the signs for the table (HTML)."""
    from pitboss.paper import signs as paper

    put(paper.html(*chosen(game, submission)), out)


@app.command()
def card(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the procedure card (HTML)."""
    from pitboss.paper import procedure_card as paper

    put(paper.html(*chosen(game, submission)), out)


@app.command()
def checklist(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the checklists with their signature lines (HTML)."""
    from pitboss.paper import checklists as paper

    put(paper.html(*chosen(game, submission)), out)


@app.command()
def form(game: GameName, submission: Submission = None, out: Out = None) -> None:
    """Print the Rules Submission as a form (HTML)."""
    from pitboss.paper import submission_form as paper

    put(paper.html(*chosen(game, submission)), out)
