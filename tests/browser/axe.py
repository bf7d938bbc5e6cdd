"""What axe finds wrong with a page as it stands: WCAG 2.0 to 2.2, levels A and AA, its best practices, and labels in names."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tools.bootstrap import NO_PAGE_CHECKS, page_checker

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
async (tags) => {
  const options = { runOnly: tags, rules: { "label-content-name-mismatch": { enabled: true } }, resultTypes: ["violations"] };
  const { violations } = await axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary.split("\\n").at(-1).trim()}`),
  );
}
"""


def faults(page: Page) -> list[Any]:
    """Every violation with where it is; nothing where all is well."""
    program = page_checker("axe-core/axe.min.js")
    if program is None:
        pytest.skip(NO_PAGE_CHECKS)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(program.read_text(encoding="utf-8"))
    found: list[Any] = page.evaluate(RUN, TAGS)
    return found
