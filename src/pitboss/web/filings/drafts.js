/** Drafts that are typed and not saved: kept in this browser for the person who typed them, over signing out and closing it. */

import { preferences } from "../kit/storage.js";

/** @import { Draft } from "../kit/types.js" */

/** @typedef {{draft: Draft, at: string}} KeptDraft  with the moment at which it was typed last */

const MOST = 20; // of one person; the oldest goes for one more

/** Where a draft is kept, and edited: `F-18`, `new/roulette`, `change/F-3`. @param {Draft} draft */
export const draftKey = ({ game, filing, instead_of: before }) => filing || (before ? `change/${before}` : `new/${game}`);

/** The drafts of one person. */
export class KeptDrafts {
  #name;

  /** @param {string} credential */
  constructor(credential) {
    this.#name = `drafts.${credential}`;
  }

  /** @returns {[string, KeptDraft][]} latest first */
  get all() {
    const found = preferences.get(this.#name, /** @type {Record<string, KeptDraft>} */ ({}));
    return Object.entries(found).sort(([, a], [, b]) => b.at.localeCompare(a.at));
  }

  /** @param {string} key @returns {KeptDraft|undefined} */
  get(key) {
    return this.all.find(([name]) => name === key)?.[1];
  }

  /** @param {string} key @param {Draft} draft */
  keep(key, draft) {
    const others = this.all.filter(([name]) => name !== key).slice(0, MOST - 1);
    preferences.set(this.#name, Object.fromEntries([[key, { draft, at: new Date().toISOString() }], ...others]));
  }

  /** @param {string} key */
  remove(key) {
    const others = this.all.filter(([name]) => name !== key);
    preferences.set(this.#name, others.length ? Object.fromEntries(others) : null);
  }
}
