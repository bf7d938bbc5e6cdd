/** Drills over HTTP: what can be drilled, a question and its grade, an exam. What takes long is asked for again. */

import { Refused, getJson } from "./api.js";

/** @import { AnswerDrill, DrillAsked, DrillGraded, Drills, ExamState, GameDrills, StartExam } from "./types.js" */
/** @import { StrategyChart, WantDrill } from "./types.js" */

/** @typedef {(waiting: number) => void} Waiting  told while something is being made, with how many others wait */

const AGAIN = 600; // milliseconds until the house is asked again
const RETRIES = 3; // after the way to the house was cut

const pause = () => new Promise((done) => setTimeout(done, AGAIN));

/** Ask until it is made. @template T @param {() => Promise<T>} ask @param {(told: T) => boolean} isComing @returns {Promise<T>} */
async function made(ask, isComing, tell = (/** @type {T} */ _) => {}) {
  for (let failures = 0; ; await pause()) {
    try {
      const told = await ask();
      if (!isComing(told)) return told;
      tell(told);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== "unreachable" || ++failures > RETRIES) throw error;
    }
  }
}

/** @param {string} path @param {object} body */
const post = (path, body) => getJson(`/api/drills/${path}`, { method: "POST", body });

/** @param {string} rules */
const withRules = (rules) => (rules ? `?${new URLSearchParams({ rules })}` : "");

/** Every game and every kind. @returns {Promise<Drills>} */
export const getDrills = () => getJson("/api/drills");

/** What one game has under these rules. @param {string} game @param {string} rules @returns {Promise<GameDrills>} */
export const getGameDrills = (game, rules) =>
  made(() => getJson(`/api/drills/games/${encodeURIComponent(game)}${withRules(rules)}`), ({ coming }) => coming);

/** How to play best; null while it is computed. @param {string} game @param {string} rules @returns {Promise<StrategyChart>} */
export const getDrillChart = (game, rules) =>
  made(() => getJson(`/api/drills/games/${encodeURIComponent(game)}/chart${withRules(rules)}`), ({ chart }) => !chart);

/** A question. @param {WantDrill} wish @param {Waiting} tell @returns {Promise<DrillAsked>} */
export const askDrill = (wish, tell) =>
  made(() => post("question", wish), ({ coming }) => Boolean(coming), ({ waiting = 0 }) => tell(waiting));

/** Its grade. @param {AnswerDrill} answer @returns {Promise<DrillGraded>} */
export const answerDrill = (answer) => made(() => post("answer", answer), ({ grade }) => !grade);

/** @param {ExamState} state @returns {Promise<ExamState>} */
const ready = (state) => (state.coming ? pause().then(() => getExam(state.exam)) : Promise.resolve(state));

/** @param {StartExam} wish @returns {Promise<ExamState>} */
export const startExam = async (wish) => ready(await post("exams", wish));

/** Where an exam stands. @param {string} exam @returns {Promise<ExamState>} */
export const getExam = (exam) => made(() => getJson(`/api/drills/exams/${encodeURIComponent(exam)}`), ({ coming }) => coming);

/** @param {string} exam @param {number} number @param {string} answer @returns {Promise<ExamState>} */
export const answerExam = async (exam, number, answer) =>
  ready(await post(`exams/${encodeURIComponent(exam)}/answer`, { number, answer }));

/** Where the record of an exam is, to print. @param {string} exam */
export const recordOf = (exam) => `/api/drills/exams/${encodeURIComponent(exam)}/record.html`;
