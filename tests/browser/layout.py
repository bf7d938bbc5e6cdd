"""What is measured of a table page as it is drawn: letters, what is pressed, and whether everything is on the page."""

from typing import Any

from playwright.sync_api import Page

# Letters on the felt and on the page that are drawn smaller than so many pixels.
TINY = """
(least) => {
  const found = [];
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const text of document.querySelectorAll("svg.felt text")) {
    if (!text.textContent.trim() || !text.getClientRects().length || !shown(text) || text.closest(".put-away")) continue;
    const { a, b } = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    if (size < least) found.push(`${size.toFixed(1)}: ${text.textContent} (${text.parentElement.getAttribute("class")})`);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.textContent.trim() || node.closest("svg, .only-spoken, .skip, .brand") || !shown(node)) continue;
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < least) found.push(`${size}: ${words.currentNode.textContent.trim()}`);
  }
  return found;
}
"""

# What can be pressed and is smaller than a target. Of what is narrower than a finger on the felt, the neighbours are offered
# (test_nearby.py), so that nothing there has to be larger than it is for a mouse.
NARROW = """
([least, between]) => {
  const found = [];
  const told = (node, box) => `${box.width.toFixed(1)}x${box.height.toFixed(1)} ${node.id || node.className.baseVal || node.className} ${node.dataset.wager ?? node.textContent.trim()}`;
  for (const node of document.querySelectorAll('.area[role=button][aria-disabled="false"]:not(.put-away)')) {
    const [box, needed] = [node.getBoundingClientRect(), between];
    if (Math.min(box.width, box.height) < needed - 0.5) found.push(told(node, box));
  }
  for (const node of document.querySelectorAll("button, a[href], select, summary, [role=tab], .check")) {
    if (!node.checkVisibility() || node.closest("p, dd, .only-spoken, .skip, .area-card, [role=tabpanel]")) continue;
    if (node.matches(".cite, .guide-link, .seated button")) continue; // words in a running text
    const box = node.getBoundingClientRect();
    if (Math.min(box.width, box.height) < Math.min(least, node.matches("summary") ? 24 : least) - 0.5) found.push(told(node, box));
  }
  return found;
}
"""  # noqa: E501

# Spots of the player's that cannot be seen anywhere, however one scrolls the felt in its box.
LOST = """
() => {
  const cloth = document.querySelector("svg.felt").getBoundingClientRect();
  const box = document.getElementById("felt");
  const found = [];
  for (const node of document.querySelectorAll('.area[role=button][aria-disabled="false"]:not(.put-away)')) {
    const { left, right, top, bottom, width } = node.querySelector(".shape").getBoundingClientRect();
    const inside = left >= cloth.left - 1 && right <= cloth.right + 1 && top >= cloth.top - 1 && bottom <= cloth.bottom + 1;
    if (!width || !inside) found.push(node.dataset.name);
  }
  if (box.scrollWidth + 1 < Math.floor(cloth.width) || box.scrollHeight + 1 < Math.floor(cloth.height)) found.push("a part of the felt");
  return found;
}
"""  # noqa: E501

# What makes the page wider than its screen; only the felt, in its own box, may be wider.
WIDER = """
() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const beyond = [...document.querySelectorAll("body *")].filter((node) => node.getBoundingClientRect().right > clientWidth + 0.5);
  return [scrollWidth, ...beyond.filter((node) => !node.closest("#felt")).map((node) => node.outerHTML.slice(0, 90))];
}
"""

# Words and buttons of the desk that lie over each other, and buttons that are too small for their words.
COVERED = """
() => {
  const parts = [...document.querySelectorAll("#controls :is(dt, dd, button)")].filter((node) => node.checkVisibility());
  const found = [];
  for (const [n, one] of parts.entries()) {
    const box = one.getBoundingClientRect();
    if (!one.matches(".chip-button") && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${one.textContent}`);
    for (const other of parts.slice(n + 1)) {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      const across = Math.min(box.right, right) - Math.max(box.left, left);
      const down = Math.min(box.bottom, bottom) - Math.max(box.top, top);
      if (across > 1.5 && down > 1.5) found.push(`${one.textContent} and ${other.textContent}`);
    }
  }
  return found;
}
"""

# What is drawn of the seat that somebody holds, in pixels; the felt itself; and what of it is in sight.
OWN = """
() => {
  const boxes = [...document.querySelectorAll(".area.own > .shape")].map((node) => node.getBoundingClientRect());
  const felt = document.getElementById("felt").getBoundingClientRect();
  return { height: Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)), felt: felt.height };
}
"""


def measured(page: Page, *, touch: bool, letters: bool) -> dict[str, Any]:
    """What is wrong with a table as it is drawn now; nothing, if all is well."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found = {
        "wider than the screen": page.evaluate(WIDER),
        "too small to read": page.evaluate(TINY, 11) if letters else [],
        "too small to press": page.evaluate(NARROW, [44, 24] if touch else [24, 24]),
        "lost": page.evaluate(LOST),
        "covered": page.evaluate(COVERED),
    }
    return {what: wrong for what, wrong in found.items() if wrong}
