/** The analysis board over HTTP: positions with their worths, and the rules beside them. */

import { getJson } from "../kit/api.js";
import { follow } from "../kit/following.js";

/** @import { AnalysisGames, AnswerPuzzle, JudgedPosition, OwnBook, PositionRules, Puzzle, PuzzleSolved } from "../kit/types.js" */

const ADDRESS = "/api/analysis";
const FIELDS = ["game", "rules", "cards", "up", "unseen", "wagers", "answers", "ask"];

/** A position as texts: those of its address. @typedef {Record<string, string>} Texts */

/** What an address says of a position. @param {string} search @returns {Texts} */
export const textsIn = (search) => Object.fromEntries([...new URLSearchParams(search)].filter(([name, value]) => FIELDS.includes(name) && value));

/** Where a position is judged. @param {Texts} texts */
export const judgedAt = (texts) => `${ADDRESS}?${new URLSearchParams(texts)}`;

/** The texts of a position that was judged. @param {JudgedPosition} position */
export const textsOf = (position) => textsIn(position.address);

/** The games whose decisions are judged. @returns {Promise<AnalysisGames>} */
export const getGames = () => getJson(`${ADDRESS}/games`);

/** The choices beside a position. @param {string} game @param {string} rules @returns {Promise<PositionRules>} */
export const getRules = (game, rules) => getJson(`${ADDRESS}/rules?${new URLSearchParams({ game, ...(rules ? { rules } : {}) })}`);

/** What is kept of one's own decisions. @returns {Promise<OwnBook>} */
export const getBook = () => getJson(`${ADDRESS}/book`);

/** The whole book as a file. */
export const BOOK_FILE = `${ADDRESS}/book.json`;

/** Delete it. @returns {Promise<OwnBook>} */
export const forgetBook = () => getJson(`${ADDRESS}/book`, { method: "DELETE" });

/** A position to answer. @param {"own"|"daily"} kind @returns {Promise<Puzzle>} */
export const getPuzzle = (kind) => follow(`${ADDRESS}/puzzle?kind=${kind}`, () => {});

/** @param {AnswerPuzzle} answer @returns {Promise<PuzzleSolved>} */
export const answerPuzzle = (answer) => follow(`${ADDRESS}/answer`, () => {}, { method: "POST", body: answer });
