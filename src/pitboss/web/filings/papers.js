/** The papers of a filing or of a draft: each as a file, and the layout to look at. */

import { el, fill } from "../kit/dom.js";
import { saveFile } from "../kit/lists.js";
import { getPaper } from "./api.js";
import { actButton, outcome, succeeded } from "../kit/forms.js";

/** @import { DocumentLine, Draft } from "../kit/types.js" */

/** @param {Blob} blob @returns {Promise<string>} */
const asAddress = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error("The drawing could not be read."));
    reader.readAsDataURL(blob);
  });

/** Buttons for every paper. */
export class PaperPanel {
  #list = el("ul", { class: "paper-list" });
  #said = outcome();
  #drawing = el("div", { class: "drawing" });

  /** @param {string} title  none where something else says it */
  constructor(title = "Documents") {
    this.node = el("section", { class: "panel" }, title ? el("h2", {}, title) : null, this.#list, this.#said, this.#drawing);
  }

  /**
   * @param {readonly DocumentLine[]} papers @param {() => string|Draft} of  the filing, or the draft as it stands
   * @param {string} name  with which the names of the files begin
   */
  show(papers, of, name) {
    fill(this.#drawing);
    fill(
      this.#list,
      papers.map((paper) =>
        el(
          "li",
          {},
          el("span", {}, paper.title),
          paper.suffixes.map((suffix) => this.#file(paper, suffix, of, name)),
          paper.suffixes.includes(".svg") ? this.#look(paper, of) : null,
        ),
      ),
      papers.length ? null : el("li", { class: "quiet-text" }, "This house prints no papers."),
    );
  }

  /** @param {DocumentLine} paper @param {string} suffix @param {() => string|Draft} of @param {string} name */
  #file(paper, suffix, of, name) {
    const words = suffix.slice(1).toUpperCase();
    const send = () => this.#fetch(paper, suffix, of, name);
    return actButton(words, this.#said, send, undefined, { "aria-label": `${paper.title} as ${words}` });
  }

  /** @param {DocumentLine} paper @param {string} suffix @param {() => string|Draft} of @param {string} name */
  async #fetch(paper, suffix, of, name) {
    fill(this.#said, el("progress", { "aria-label": "Printing" }), ` Printing ${paper.title.toLowerCase()} …`);
    const file = `${name}-${paper.name}${suffix}`;
    saveFile(await getPaper(of(), paper.name + suffix), file);
    succeeded(this.#said, `${file} is ready.`);
  }

  /** @param {DocumentLine} paper @param {() => string|Draft} of */
  #look(paper, of) {
    return actButton("Look at it", this.#said, async () => {
      const address = await asAddress(await getPaper(of(), `${paper.name}.svg`));
      fill(this.#drawing, el("img", { src: address, alt: `${paper.title}, as filed here` }));
    });
  }
}
