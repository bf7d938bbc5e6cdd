/**
 * What lies on the felt, folded from events: chips go down and up, cards are dealt and turned, markers move.
 * The fold knows what each event *is*, never why it happened; the rules are elsewhere.
 */

/** @typedef {import("./types.js").Scene} Scene @typedef {import("./types.js").TableEvent} TableEvent */

/** @returns {Scene} */
export const emptyScene = () => ({
  round: 0,
  wagers: [],
  cards: {},
  totals: {},
  shown: {},
  markers: {},
  settlements: [],
  set: {},
  asked: [],
  before: {},
  chosen: {},
  lit: [],
  stacks: [],
  last: "",
});

/** The scene of a view the house sent. @returns {Scene} */
export function sceneOf(view) {
  const { round, wagers, cards, totals, shown, markers, settlements } = structuredClone(view);
  const { before = {}, set = {}, chosen = {}, lit = [], stacks = [], results } = structuredClone(view);
  const asked = [...(view.asked ?? []), ...(view.you?.questions ?? [])].map(({ to, hand }) => ({ to, hand }));
  const last = results.at(-1) ?? ""; // dice stay where they came to rest
  return { round, wagers, cards, totals, shown, markers, settlements, set, asked, before, chosen, lit, stacks, last };
}

const STACK = 4; // tiles in each of the stacks they are mixed into

const same = (a, b) => a.seat === b.seat && a.wager === b.wager && (a.hand ?? 0) === (b.hand ?? 0);

function add(scene, event, on, amount, from) {
  const there = scene.wagers.find((wager) => same(wager, event) && wager.on === on);
  if (there) there.amount += amount;
  else scene.wagers.push({ seat: event.seat, wager: event.wager, on, amount, hand: event.hand ?? 0, from });
}

function take(scene, event, amount) {
  for (const wager of scene.wagers) {
    if (same(wager, event) && wager.on === event.on) wager.amount -= amount;
  }
  scene.wagers = scene.wagers.filter((wager) => wager.amount > 0);
}

function settle(scene, event) {
  scene.settlements.push(event);
  if (event.stays) return;
  take(scene, event, event.stake);
  // chips that were moved out of the decided wager go with it
  scene.wagers = scene.wagers.filter((wager) => !(same(wager, event) && wager.from === event.on));
}

function reveal(scene, event) {
  const hand = event.hand ?? 0;
  const held = scene.cards[event.of] ?? [];
  const mine = held.filter((card) => (card.hand ?? 0) === hand);
  const others = held.filter((card) => (card.hand ?? 0) !== hand);
  const faces = new Set(mine.map((card) => card.card));
  const parted = !faces.has("") && event.cards.every((card) => faces.has(card)); // what is left of a hand that was split
  const key = `${event.of}/${hand}`;
  const wasSet = !event.laid && scene.set[key] && event.cards.length === mine.length; // it lies as it lay
  if (wasSet) return;
  if (event.laid) scene.set[key] = event.laid;
  if (event.cards.length >= mine.length || parted) {
    const turned = event.cards.map((card, n) => ({ card, place: mine[n]?.place ?? "", hand }));
    scene.cards[event.of] = [...others, ...turned];
  } else {
    const fresh = event.cards.filter((card) => !mine.some((held) => held.card === card));
    for (const card of mine) if (!card.card && fresh.length) card.card = fresh.shift();
  }
  if (event.total) scene.totals[key] = event.total;
}

function discard(scene, event) {
  for (const card of scene.cards[event.of] ?? []) if ((card.hand ?? 0) === (event.hand ?? 0)) card.gone = true;
}

/** @type {Record<string, (scene: Scene, event: TableEvent) => void>} */
const HAPPENS = {
  round_opened: (scene, event) => {
    const { shown, last } = scene;
    const cleared = { cards: {}, totals: {}, set: {}, shown: {}, settlements: [], chosen: {}, lit: [], stacks: [] };
    Object.assign(scene, cleared, { round: event.round, last: shown.dice ?? last });
  },
  shuffled: (scene, event) => {
    if (event.device === "tiles") scene.stacks = new Array(event.count / STACK).fill(STACK);
  },
  wagered: (scene, event) => add(scene, event, event.on, event.amount),
  withdrawn: (scene, event) => take(scene, event, event.amount),
  moved: (scene, event) => {
    take(scene, event, event.amount);
    add(scene, event, event.to, event.amount, event.on);
  },
  paid: settle,
  collected: settle,
  returned: settle,
  dealt: (scene, event) => {
    delete scene.totals[`${event.to}/${event.hand ?? 0}`]; // it counts something else now
    (scene.cards[event.to] ??= []).push({ card: event.card, place: event.place ?? "", hand: event.hand ?? 0 });
    const [, stack] = /^stack (\d+)$/.exec(event.place ?? "") ?? [];
    if (scene.stacks[stack - 1]) scene.stacks[stack - 1] -= 1;
  },
  revealed: reveal,
  discarded: discard,
  shown: (scene, event) => {
    scene.shown[event.device] = event.outcome;
  },
  elected: (scene, event) => {
    if (!event.cards?.length) return;
    scene.chosen[`${event.by}/${event.hand ?? 0}`] = { says: event.says, cards: event.cards, ...event.laid };
  },
  marked: (scene, event) => {
    if (event.marker === "lights" && event.at) scene.lit = event.at.split(", ");
    if (event.at && event.seat) scene.before[event.marker] = event.seat;
    else delete scene.before[event.marker];
    if (event.at) scene.markers[event.marker] = event.at;
    else delete scene.markers[event.marker];
  },
};

/** Whether a tile comes out of a stack with more to the same place: they are moved, and told, together. */
export const isPartOfStack = (event, next) =>
  event.event === "dealt" && /^stack/.test(event.place ?? "") && next?.event === "dealt" && next.to === event.to;

/** The scene after one more event; the given one is left as it was. @returns {Scene} */
export function fold(scene, event) {
  const next = structuredClone(scene);
  HAPPENS[event.event]?.(next, event);
  return next;
}

/** Vigorish that a settlement takes at once; what is taken later, or was before, is an event of its own. */
export const vigorishNow = (event) => (event.deferred || event.prepaid ? 0 : (event.vigorish ?? 0));

/** What the events did to each seat's money: a map from seat to cents. */
export function moneyEffect(events) {
  const bySeat = new Map();
  const give = (seat, cents) => bySeat.set(seat, (bySeat.get(seat) ?? 0) + cents);
  for (const event of events) {
    if (["paid", "collected", "returned"].includes(event.event))
      give(event.seat, event.returned - vigorishNow(event));
    if (event.event === "withdrawn" || event.event === "refunded") give(event.seat, event.amount);
    if (event.event === "wagered" || event.event === "charged") give(event.seat, -event.amount);
  }
  return bySeat;
}
