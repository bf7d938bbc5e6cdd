/** Drills over HTTP: what can be drilled, a question and its grade, an exam. What takes long is followed. */

import { Refused, getJson } from "../kit/api.js";
import { follow } from "../kit/following.js";

/** @import { AnswerDrill, DrillAsked, DrillGraded, Drills, ExamState, GameDrills, StartExam } from "../kit/types.js" */
/** @import { StrategyChart, WantDrill } from "../kit/types.js" */

/** @typedef {(waiting: number) => void} Waiting  told while something is being made, with how many others wait */

/** @param {string} path @param {object} body @param {(state: any) => unknown} [show] @param {boolean} [once] */
const post = (path, body, show = () => {}, once = false) => follow(`/api/drills/${path}`, show, { method: "POST", body, once });

/** @param {string} rules */
const withRules = (rules) => (rules ? `?${new URLSearchParams({ rules })}` : "");

/** Every game and every kind. @returns {Promise<Drills>} */
export const getDrills = () => getJson("/api/drills");

/** What one game has under these rules. @param {string} game @param {string} rules @returns {Promise<GameDrills>} */
export const getGameDrills = (game, rules) =>
  follow(`/api/drills/games/${encodeURIComponent(game)}${withRules(rules)}`, () => {});

/** How to play best. @param {string} game @param {string} rules @returns {Promise<StrategyChart>} */
export const getDrillChart = (game, rules) =>
  follow(`/api/drills/games/${encodeURIComponent(game)}/chart${withRules(rules)}`, () => {});

/** A question. @param {WantDrill} wish @param {Waiting} tell @returns {Promise<DrillAsked>} */
export const askDrill = (wish, tell) => post("question", wish, ({ coming, waiting = 0 }) => coming && tell(waiting));

/** Its grade. @param {AnswerDrill} answer @returns {Promise<DrillGraded>} */
export const answerDrill = (answer) => post("answer", answer);

/** An exam is begun once: where the connection drops, what was begun is followed. @param {StartExam} wish @returns {Promise<ExamState>} */
export async function startExam(wish) {
  let begun = "";
  try {
    return await post("exams", wish, ({ exam }) => (begun = exam), true);
  } catch (error) {
    if (!begun || (error instanceof Refused && error.code !== "unreachable")) throw error;
    return getExam(begun);
  }
}

/** Where an exam stands. @param {string} exam @returns {Promise<ExamState>} */
export const getExam = (exam) => follow(`/api/drills/exams/${encodeURIComponent(exam)}`, () => {});

/** @param {string} exam @param {number} number @param {string} answer @returns {Promise<ExamState>} */
export const answerExam = (exam, number, answer) => post(`exams/${encodeURIComponent(exam)}/answer`, { number, answer });

/** Where the record of an exam is, to print. @param {string} exam */
export const recordOf = (exam) => `/api/drills/exams/${encodeURIComponent(exam)}/record.html`;
