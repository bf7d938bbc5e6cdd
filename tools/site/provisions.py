"""The pages of the law: every provision of a chapter with its status, its code and its tests, each linked to its source."""

import re
from pathlib import Path

from pitboss import catalogue, law
from pitboss.law import Provision
from pitboss.paper.coverage import counts
from pitboss.paper.register import by_section
from tools.site.listings import page_of, place_of, places_of_tests
from tools.site.markup import anchor, block, cite, table, text

READING = re.compile(r"^### (I-(?:GEN|\d{3}a)-\d{2}): ", re.MULTILINE)
MEANS = {
    "rule": "the engine plays it",
    "paper": "a paper says it",
    "inspection": "a checklist has it",
    "conduct": "the procedure card tells it",
    "reference": "a heading or a reference",
}


def index() -> str:
    """How many provisions each chapter has, by status."""
    rows = []
    for name in law.chapters():
        register, found = law.chapter(name), counts(name)
        games = ", ".join(
            f'<a href="../games/{game.name}.html">{text(game.title)}</a>'
            for game in catalogue.games().values()
            if game.chapter == name
        )
        numbers = [str(found[status]) for status in law.STATUSES]
        rows.append(
            (
                f'<a href="{name}.html">{name}</a>',
                games,
                *numbers,
                text("; ".join(one.words for one in register.edition)),
            )
        )
    heads = ("chapter", "games", *law.STATUSES, "encoded from")
    toctree = "\n".join(["```{toctree}", ":hidden:", ":titlesonly:", "", *law.chapters(), "readings", "```", ""])
    return "\n".join([block(table(heads, rows)), toctree])


def page(chapter: str) -> str:
    """One chapter, section by section."""
    register = law.chapter(chapter)
    parts = [
        f"# {chapter}: {register.title}\n",
        f"Encoded from {text(register.edition[-1].words)}. What each line says is told in our words.\n",
        block(
            table(
                ("edition", "status", "document", "authority", "effective"),
                [
                    tuple(
                        map(
                            text,
                            (one.name, one.status, one.document, "; ".join(one.authority), one.effective or "never"),
                        )
                    )
                    for one in register.edition
                ],
            )
        ),
    ]
    for section, provisions in by_section(list(register.provision)).items():
        parts.append(f"## § {section}\n")
        rows = [_row(provision) for provision in provisions]
        parts.append(block(table(("provision", "what it says", "how it is answered for"), rows, "provisions")))
    if register.reading:
        parts.append("## Readings\n")
        rows = [(cite(r.id), text(r.provision), text(r.reading)) for r in register.reading]
        parts.append(block(table(("reading", "where", "what is decided"), rows)))
    return "\n".join(parts)


def _row(provision: Provision) -> tuple[str, str, str]:
    name = f'<a id="{anchor(provision.id)}" class="cite" href="#{anchor(provision.id)}">{text(provision.id)}</a>'
    answered = [f'<span class="status {provision.status}" title="{MEANS[provision.status]}">{provision.status}</span>']
    answered += [_link(*place_of(named), short(named)) for named in provision.code]
    answered += [_link(*places[0], named) for named in provision.tests if (places := places_of_tests().get(named))]
    answered += [text(f"on the {provision.paper}")] if provision.paper else []
    answered += [text(f"checklist: {provision.checklist}")] if provision.checklist else []
    return name, text(provision.gist), "<br>".join(answered)


def short(named: str) -> str:
    """``rules:Rules.winners`` of ``pitboss.chapters.ch617a_roulette.rules:Rules.winners``."""
    module, _, name = named.partition(":")
    return f"{module.rpartition('.')[2]}:{name}"


def _link(file: Path, line: int, words: str) -> str:
    return f'<a class="source" href="../{page_of(file)}#L-{line}">{text(words)}</a>'


def readings(written: str) -> str:
    """The page of readings, each with a place of its own to link to."""
    return READING.sub(lambda found: f'<a id="{found[1]}"></a>\n\n{found[0]}', written)
