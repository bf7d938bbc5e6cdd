"""The renderer of the pages: what is described again stays, with its focus, selection, scroll and motion."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser

BEGIN = """
const { button, el, fill, kept, render, svg } = await import("/static/kit/dom.js");
const box = document.body.appendChild(document.createElement("div"));
"""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page with nothing on it."""
    return open_page("/docs/")


def run(page: Page, script: str) -> Any:
    return page.evaluate(f"async () => {{{BEGIN}{script}}}")


def test_only_what_differs_is_changed(page: Page) -> None:
    """The same description changes nothing at all; another word changes that word."""
    changes = run(
        page,
        """
        const changes = [];
        const watch = new MutationObserver((found) => changes.push(...found));
        watch.observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
        const counted = () => [watch.takeRecords().map(({ type, attributeName }) => attributeName ?? type)][0];
        const draw = (words, look) => render(box, () => [
          el("h2", { class: look }, "Tables"), null, [el("ul", {}, words.map((word) => el("li", {}, word)))], svg("svg", {}, svg("path", { d: "M0 0" })),
        ]);
        draw(["one", "two"], "a"); counted();
        draw(["one", "two"], "a"); const same = counted();
        draw(["one", "three"], "b"); const other = counted();
        draw(["three"], null);
        return { same, other, html: box.innerHTML };
        """,  # noqa: E501
    )
    assert changes == {
        "same": [],
        "other": ["class", "characterData"],
        "html": '<h2>Tables</h2><ul><li>three</li></ul><svg><path d="M0 0"></path></svg>',
    }


def test_an_element_is_known_by_its_key(page: Page) -> None:
    """Wherever it goes, it is the same; and what is in it stays: focus, selection, what was typed, scroll."""
    found = run(
        page,
        """
        const long = { b: el("div") };
        const draw = (keys) => render(box, () => keys.map((key) => el("p", { key }, el("input", { value: key }), long[key])));
        draw(["a", "b", "c"]);
        const [a, b, c] = box.children;
        b.lastChild.append(...Array.from({ length: 9 }, () => document.createElement("br")));
        const input = b.firstChild;
        input.value = "typed";
        input.focus();
        input.setSelectionRange(1, 3);
        Object.assign(b.lastChild.style, { height: "10px", overflow: "scroll" });
        b.lastChild.scrollTop = 5;
        const orders = [["b", "c"], ["new", "b", "c"], ["new", "b"]];
        const same = orders.map((keys) => {
          draw(keys);
          const places = keys.map((key) => ({ a, b, c })[key]);
          return [...box.children].every((node, n) => !places[n] || node === places[n]) && document.activeElement === input;
        });
        const scrolled = b.lastChild.scrollTop; // as long as it is not moved itself
        draw(["b", "new"]);
        same.push(document.activeElement === input);
        return { same, value: input.value, selected: [input.selectionStart, input.selectionEnd], scrolled, left: box.children.length };
        """,  # noqa: E501
    )
    assert found == {"same": [True] * 4, "value": "typed", "selected": [1, 3], "scrolled": 5, "left": 2}


def test_motion_that_is_under_way_goes_on(page: Page) -> None:
    found = run(
        page,
        """
        const draw = (first) => render(box, () => [first ? el("b", { key: "first" }, "new") : null, el("i", { key: "moving" }, first || "old")]);
        draw("");
        const node = box.firstChild;
        const motion = node.animate([{ opacity: 0 }, { opacity: 1 }], 60_000);
        draw("more");
        return [node.getAnimations().includes(motion), motion.playState, box.textContent];
        """,  # noqa: E501
    )
    assert found == [True, "running", "newmore"]


def test_the_listener_is_that_of_the_last_description(page: Page) -> None:
    found = run(
        page,
        """
        const said = [];
        const draw = (word) => render(box, () => button("Say", word ? () => said.push(word) : null));
        draw("one"); box.firstChild.click();
        draw("two"); box.firstChild.click();
        draw(""); box.firstChild.click();
        return said;
        """,
    )
    assert found == ["one", "two"]


def test_properties_change_only_where_the_description_does(page: Page) -> None:
    """What a person chose stays until something else is described; a choice can be described with what it chooses from."""
    found = run(
        page,
        """
        const draw = (value, disabled) => render(box, () => [
          el("select", { value, disabled }, ["a", "b", "c"].map((one) => el("option", { value: one }, one))),
          el("input", { type: "checkbox", checked: value === "b" }),
        ]);
        const now = () => [box.firstChild.value, box.firstChild.disabled, box.lastChild.checked];
        const seen = [];
        draw("b", false); seen.push(now());
        box.firstChild.value = "c"; draw("b", true); seen.push(now());
        draw("a"); seen.push(now());
        return seen;
        """,
    )
    assert found == [["b", False, True], ["c", True, True], ["a", False, False]]


def test_a_node_that_was_made_elsewhere_is_put_in_as_it_is(page: Page) -> None:
    """It is never mixed up with what is described, whatever its tag."""
    found = run(
        page,
        """
        const form = el("p", { onclick: () => {} }, "form");
        render(box, () => el("p", {}, "words"));
        render(box, () => [form, el("p", {}, "words")]);
        const first = box.firstChild === form && box.lastChild.textContent === "words";
        render(box, () => [el("p", {}, "before"), form]);
        const second = box.lastChild === form && form.textContent === "form";
        render(box, () => "nothing");
        return [first, second, form.isConnected, box.innerHTML];
        """,
    )
    assert found == [True, True, False, "nothing"]


def test_what_is_kept_is_made_once(page: Page) -> None:
    """It is left alone, wherever it goes, until it is of something else; nothing may come of it."""
    found = run(
        page,
        """
        let count = 0;
        const form = (of) => { count += 1; return of ? el("form", {}, el("input", { value: of.name })) : null; };
        const draw = (...all) => render(box, () => [el("p", {}, "words"), all.map((of) => kept(of, () => form(of)))]);
        const came = [draw({ name: "a" })];
        const input = box.querySelector("input");
        input.value = "typed";
        input.focus();
        came.push(draw({ name: "a" }), draw({ name: "b" }, { name: "a" }), draw(null, { name: "a" }));
        const stays = box.querySelector("input") === input && document.activeElement === input && input.value === "typed";
        came.push(draw({ name: "c" }));
        return [stays, came, count, input.isConnected, box.querySelector("input").value, kept(1, () => "made") === "made"];
        """,
    )
    assert found == [True, [True, False, True, True, True], 4, False, "c", True]


def test_a_description_cannot_be_taken_for_an_element(page: Page) -> None:
    """It says so at once, and elements are made again afterwards."""
    found = run(
        page,
        """
        const errors = [];
        for (const use of [(node) => node.value, (node) => node.addEventListener("click", () => {}), (node) => fill(box, node)]) {
          try { render(box, () => use(el("input", {}))); } catch (error) { errors.push(error.message); }
        }
        return [errors.map((words) => words.split(":")[0]), el("p") instanceof HTMLElement];
        """,
    )
    assert found == [["<input> is only described here"] * 3, True]
