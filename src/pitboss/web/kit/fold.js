/**
 * What lies on the felt, folded from events: chips go down and up, cards are dealt and turned, markers move.
 * The fold knows what each event *is*, never why it happened; the rules are elsewhere. It needs no page, and the suite
 * holds it to the house's own fold over every golden play.
 */

/** @import { Who } from "./types.js" */
/** @import { ChosenCards, Dealt, Discarded, Elected, HeldCard, Marked, Moved } from "./types.js" */
/** @import { Revealed, Settlement, SetHands, TableEvent, View, Wager, Wagered, Withdrawn } from "./types.js" */

/**
 * @typedef {object} Scene  what lies on the felt at one moment
 * @property {number} round
 * @property {Wager[]} wagers
 * @property {Record<string, HeldCard[]>} cards  by holder
 * @property {Record<string, string>} totals  what a revealed hand was called, by holder and hand
 * @property {Record<string, SetHands>} set  hands that were set, by holder and hand
 * @property {Record<string, ChosenCards>} chosen  cards laid by an election, by holder and hand
 * @property {Record<string, string>} shown  what each device showed
 * @property {Record<string, string>} markers
 * @property {Record<string, number>} before  markers that lie before a player, and that player's seat
 * @property {string[]} lit
 * @property {number[]} stacks
 * @property {{to: Who, hand?: number}[]} asked  whose decision the table waits for
 * @property {string} last  the last result: dice stay where they came to rest
 */

/** A felt with nothing on it. @returns {Scene} */
export const emptyScene = () => ({
  round: 0,
  wagers: [],
  cards: {},
  totals: {},
  set: {},
  chosen: {},
  shown: {},
  markers: {},
  before: {},
  lit: [],
  stacks: [],
  asked: [],
  last: "",
});

/** The scene of a view that the house sent. @param {View} view @returns {Scene} */
export function sceneOf(view) {
  const { round, wagers, cards, totals, set, chosen, shown, markers, before, lit, stacks } = structuredClone(view);
  const asked = [...view.asked.map(({ to }) => ({ to })), ...view.you.questions.map(({ to, hand }) => ({ to, hand }))];
  const last = view.results.at(-1) ?? "";
  return { round, wagers, cards, totals, set, chosen, shown, markers, before, lit, stacks, asked, last };
}

const TILES = "tiles";
const STACK = 4; // tiles in each of the stacks they are mixed into
const LIGHTS = "lights"; // a marker that stands on every area that wins

/** @param {{seat: number, wager: string, hand?: number}} a @param {{seat: number, wager: string, hand?: number}} b */
const isSame = (a, b) => a.seat === b.seat && a.wager === b.wager && (a.hand ?? 0) === (b.hand ?? 0);

/** @param {Scene} scene @param {Wagered|Moved} event @param {string} on */
function put(scene, { seat, wager, hand = 0, amount }, on) {
  const there = scene.wagers.find((up) => isSame(up, { seat, wager, hand }) && up.on === on);
  if (there) there.amount += amount;
  else scene.wagers.push({ seat, wager, on, amount, hand });
}

/** @param {Scene} scene @param {Withdrawn|Moved|Settlement} event @param {number} amount */
function take(scene, event, amount) {
  for (const wager of scene.wagers) {
    if (isSame(wager, event) && wager.on === event.on) wager.amount -= amount;
  }
  scene.wagers = scene.wagers.filter((wager) => wager.amount > 0);
}

/**
 * A whole wager goes to another area; part of one that is moved stays part of it.
 * @param {Scene} scene @param {Moved} event
 */
function move(scene, event) {
  const whole = scene.wagers.some((up) => isSame(up, event) && up.on === event.on && up.amount === event.amount);
  if (!whole) return;
  take(scene, event, event.amount);
  put(scene, event, event.to);
}

/** @param {Scene} scene @param {Settlement} event */
function settle(scene, event) {
  if (!event.stays) take(scene, event, event.stake);
}

/** @param {Scene} scene @param {Dealt} event */
function deal(scene, { to, card, place = "", hand = 0 }) {
  delete scene.totals[`${to}/${hand}`]; // it counts something else now
  (scene.cards[to] ??= []).push({ card, place, hand });
  const stack = Number(/^stack (\d+)$/.exec(place)?.[1] ?? 0);
  if (scene.stacks[stack - 1]) scene.stacks[stack - 1] -= 1;
}

/**
 * All cards of the hand in their order; or, when fewer are turned, the hidden ones among them. Fewer of a hand that lay
 * open are what is left of it: it was split. @param {Scene} scene @param {Revealed} event @param {SetHands} [laid]
 */
function reveal(scene, { of, cards, total, hand = 0 }, laid) {
  const held = scene.cards[of] ?? [];
  const own = held.filter((one) => one.hand === hand);
  const faces = new Set(own.map((one) => one.card));
  const key = `${of}/${hand}`;
  if (total) scene.totals[key] = total;
  if (laid) scene.set[key] = laid;
  else if (key in scene.set && cards.length === own.length) return; // shown again for another wager, it lies as it lay
  const isPartOfOpenHand = !faces.has("") && cards.every((card) => faces.has(card));
  if (cards.length >= own.length || isPartOfOpenHand) {
    const turned = cards.map((card, n) => ({ card, place: own[n]?.place ?? "", hand }));
    scene.cards[of] = [...held.filter((one) => one.hand !== hand), ...turned];
    return;
  }
  const fresh = cards.filter((card) => !faces.has(card));
  for (const one of own) if (!one.card) one.card = fresh.shift() ?? "";
}

/** @param {Scene} scene @param {Discarded} event */
function discard(scene, { of, hand = 0 }) {
  for (const one of scene.cards[of] ?? []) if (one.hand === hand) one.gone = true;
}

/** @param {Scene} scene @param {Elected} event @param {SetHands} [laid] */
function choose(scene, { by, says, cards = [], hand = 0 }, laid) {
  if (!cards.length) return;
  const names = laid ? { high: laid.high, low: laid.low } : {};
  scene.chosen[`${by}/${hand}`] = { says, cards, ...names };
}

/** @param {Scene} scene @param {Marked} event */
function mark(scene, { marker, at, seat }) {
  if (marker === LIGHTS && at) scene.lit = at.split(", ");
  if (at) scene.markers[marker] = at;
  else delete scene.markers[marker];
  if (at && seat) scene.before[marker] = seat;
  else delete scene.before[marker];
}

/** What a new round clears away; chips and markers stay. @param {Scene} scene @param {number} round */
function begin(scene, round) {
  const last = scene.shown.dice ?? scene.last;
  const { cards, totals, set, chosen, shown, lit, stacks } = emptyScene();
  Object.assign(scene, { round, cards, totals, set, chosen, shown, lit, stacks, last });
}

/**
 * Take one event into a scene, which it changes.
 * @param {Scene} scene @param {TableEvent} event @param {SetHands} [laid]  what it says of a hand that is set
 */
export function foldInto(scene, event, laid) {
  switch (event.event) {
    case "round_opened":
      return begin(scene, event.round);
    case "shuffled":
      if (event.device === TILES) scene.stacks = new Array(event.count / STACK).fill(STACK);
      return;
    case "wagered":
      return put(scene, event, event.on);
    case "withdrawn":
      return take(scene, event, event.amount);
    case "moved":
      return move(scene, event);
    case "paid":
    case "collected":
    case "returned":
      return settle(scene, event);
    case "dealt":
      return deal(scene, event);
    case "revealed":
      return reveal(scene, event, laid);
    case "discarded":
      return discard(scene, event);
    case "shown":
      scene.shown[event.device] = event.outcome;
      return;
    case "elected":
      return choose(scene, event, laid);
    case "marked":
      return mark(scene, event);
  }
}

/**
 * The scene after one more event; the given one is left as it was.
 * @param {Scene} scene @param {TableEvent} event @param {SetHands} [laid] @returns {Scene}
 */
export function fold(scene, event, laid) {
  const next = structuredClone(scene);
  foldInto(next, event, laid);
  return next;
}

/**
 * Whether a tile comes out of a stack with more to the same place: they are moved, and announced, together.
 * @param {TableEvent} event @param {TableEvent} [next]
 */
export const isPartOfStack = (event, next) =>
  event.event === "dealt" && /^stack/.test(event.place ?? "") && next?.event === "dealt" && next.to === event.to;

/** Whether an event decides a wager. @param {TableEvent} event @returns {event is Settlement} */
export const isSettlement = (event) => ["paid", "collected", "returned"].includes(event.event);

/** Vigorish that a settlement takes at once; otherwise it is an event of its own. @param {Settlement} event */
const vigorishNow = (event) => (event.deferred || event.prepaid ? 0 : (event.vigorish ?? 0));

/** What a settled wager won or lost. @param {Settlement} event */
export const netOf = (event) => event.returned - event.stake - vigorishNow(event);
