/**
 * What the house is still working out: it pushes every state as a line of JSON, each instead of the one before, and the page asks
 * once. A connection that drops is opened again.
 */

import { Refused, request } from "./api.js";

/** @import { RequestOptions } from "./api.js" */

const LINES = "application/x-ndjson";
const END = "end"; // the last line: without it the connection was cut
const PAUSES = [500, 1000, 2000, 4000, 8000]; // milliseconds before a connection that dropped is opened again
const CUT = { code: "unreachable", sentence: "The house cannot be reached right now.", cite: "" };

/** @param {Response} response @returns {AsyncGenerator<any>} */
async function* statesOf({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter(Boolean)) yield JSON.parse(line);
  }
}

/**
 * Follow it to its last state, which is returned. `once`: a connection that drops is not opened again.
 * @template T @param {string} path @param {(state: T) => unknown} show @param {RequestOptions & {once?: boolean}} [options]
 * @returns {Promise<T>}
 */
export async function follow(path, show, { once = false, ...options } = {}) {
  for (let failures = 0; ; failures += 1) {
    try {
      /** @type {any} */ let latest;
      for await (const state of statesOf(await request(path, options, LINES))) {
        if (state === END) return latest;
        if (state.refused) throw new Refused(state.refused);
        failures = 0;
        latest = state;
        show(latest);
      }
      throw new Refused(CUT);
    } catch (error) {
      const isCut = !(error instanceof Refused) || error.code === CUT.code;
      if (!isCut || once || options.signal?.aborted || failures >= PAUSES.length) throw error;
    }
    await new Promise((done) => setTimeout(done, PAUSES[failures]));
  }
}

/** Follows one request at a time: the one before is given up, and the house stops working it out. */
export class Follower {
  #controller = new AbortController();

  /**
   * Show every state as it comes. Resolves with the first; what is refused before it rejects, and later goes to `refused`.
   * @template T @param {string} path @param {RequestOptions} options @param {(state: T) => unknown} show
   * @param {(error: unknown) => unknown} refused @returns {Promise<T>}
   */
  begin(path, options, show, refused) {
    this.end();
    const { signal } = (this.#controller = new AbortController());
    let begun = false;
    return new Promise((resolve, reject) => {
      /** @param {T} state */
      const shown = (state) => {
        if (signal.aborted) return;
        begun = true;
        resolve(state);
        show(state);
      };
      follow(path, shown, { ...options, signal }).catch((error) => {
        if (!signal.aborted) (begun ? refused : reject)(error);
      });
    });
  }

  end() {
    this.#controller.abort();
  }
}
