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
});

/** The scene of a view the house sent. @returns {Scene} */
export function sceneOf(view) {
  const { round, wagers, cards, totals, shown, markers, settlements } = structuredClone(view);
  return { round, wagers, cards, totals, shown, markers, settlements };
}

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
  if (event.cards.length >= mine.length) {
    const turned = event.cards.map((card, n) => ({ card, place: mine[n]?.place ?? "", hand }));
    scene.cards[event.of] = [...others, ...turned];
  } else {
    const fresh = event.cards.filter((card) => !mine.some((held) => held.card === card));
    for (const card of mine) if (!card.card && fresh.length) card.card = fresh.shift();
  }
  if (event.total) scene.totals[`${event.of}/${hand}`] = event.total;
}

function discard(scene, event) {
  for (const card of scene.cards[event.of] ?? []) if ((card.hand ?? 0) === (event.hand ?? 0)) card.gone = true;
}

/** @type {Record<string, (scene: Scene, event: TableEvent) => void>} */
const HAPPENS = {
  round_opened: (scene, event) => {
    Object.assign(scene, { round: event.round, cards: {}, totals: {}, shown: {}, settlements: [] });
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
    (scene.cards[event.to] ??= []).push({ card: event.card, place: event.place ?? "", hand: event.hand ?? 0 });
  },
  revealed: reveal,
  discarded: discard,
  shown: (scene, event) => {
    scene.shown[event.device] = event.outcome;
  },
  marked: (scene, event) => {
    if (event.at) scene.markers[event.marker] = event.at;
    else delete scene.markers[event.marker];
  },
};

/** The scene after one more event; the given one is left as it was. @returns {Scene} */
export function fold(scene, event) {
  const next = structuredClone(scene);
  HAPPENS[event.event]?.(next, event);
  return next;
}

/** What the events did to each seat's money: a map from seat to cents. */
export function moneyEffect(events) {
  const bySeat = new Map();
  const give = (seat, cents) => bySeat.set(seat, (bySeat.get(seat) ?? 0) + cents);
  for (const event of events) {
    if (["paid", "collected", "returned"].includes(event.event))
      give(event.seat, event.returned - (event.vigorish ?? 0));
    if (event.event === "withdrawn" || event.event === "refunded") give(event.seat, event.amount);
    if (event.event === "wagered" || event.event === "charged") give(event.seat, -event.amount);
  }
  return bySeat;
}
