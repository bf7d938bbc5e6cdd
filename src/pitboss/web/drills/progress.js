/** What a learner has done so far, kept in this browser: the house puts every topic into its box, the page only keeps them. */

import { preferences } from "../kit/storage.js";

/** @import { KeptProgress, KeptTopic } from "../kit/types.js" */

const NAME = "drills.progress";
const MOST_SENT = 60; // topics that go along with a question
const MOST_LETTERS = 9000;

/** All that is kept. @returns {KeptProgress} */
export const progress = () => preferences.get(NAME, {});

/** Forget everything. */
export const forget = () => preferences.set(NAME, null);

/** Keep what the house said after an answer. @param {KeptProgress} after */
export const keep = (after) =>
  preferences.set(NAME, { ...after, topics: { ...progress().topics, ...after.topics } });

/**
 * What concerns the next question: of a game and some kinds, the topics that are due first.
 * @param {string} game @param {string[]} kinds @returns {KeptProgress}
 */
export function concerning(game, kinds) {
  const { topics = {}, ...counts } = progress();
  const own = Object.entries(topics)
    .filter(([name]) => kinds.some((kind) => name.startsWith(`${game}/${kind}/`)))
    .sort(([, one], [, other]) => one.due - other.due || one.box - other.box)
    .slice(0, MOST_SENT);
  while (JSON.stringify(own).length > MOST_LETTERS) own.pop();
  return { ...counts, topics: Object.fromEntries(own) };
}

/** Topics of a game with wrong answers, the worst first. @param {string} game @returns {[topic: string, kept: KeptTopic][]} */
export function weakest(game, most = 8) {
  return Object.entries(progress().topics ?? {})
    .filter(([name, { asked = 0, right = 0 }]) => name.startsWith(`${game}/`) && right < asked)
    .sort(([, one], [, other]) => wrong(other) - wrong(one))
    .slice(0, most)
    .map(([name, kept]) => [name.split("/").slice(2).join("/"), kept]);
}

/** @param {KeptTopic} topic */
const wrong = ({ asked = 0, right = 0 }) => asked - right;
