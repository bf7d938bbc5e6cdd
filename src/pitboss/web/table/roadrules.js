/**
 * Where baccarat's five roads put each result. Nothing is drawn here: results go in, cells come out, so that the roads
 * can be checked without a page.
 */

/** @typedef {{pairs: string, natural: number}} Marks  whose first two cards were a pair, and the natural, 0 for none */
/** @typedef {{letter: string, marks?: Marks}} Coup  one result: `P`, `B` or `T` */
/** @typedef {{one: string, row: number, column: number}} Cell */
/** @typedef {Cell & {ties: number, marks?: Marks}} MarkedCell */
/** @typedef {{title: string, key: string, back: number}} DerivedRoad  `back`: how many columns it looks back */

const ROWS = 6;

/** What the dealer calls, and the side that it counts for: a Dragon 7 is a Banker's Hand that wins. */
const LETTERS = new Map([["Player wins", "P"], ["Banker wins", "B"], ["Dragon 7", "B"], ["tie hand", "T"]]);

/** The roads that tell how regular the big road is, from the one that looks back least. @type {DerivedRoad[]} */
export const DERIVED = [
  { title: "Big eye boy", key: "eye", back: 1 },
  { title: "Small road", key: "small", back: 2 },
  { title: "Cockroach pig", key: "pig", back: 3 },
];

/** P, B or T from what was called; nothing for a round that came to no result. @param {string} result */
export const letterOf = (result) => LETTERS.get(result) ?? "";

/** What the house notes beside a result. @param {string[]} [marks] @returns {Marks} */
export function marksOf(marks = []) {
  const pairs = `${marks.includes("banker_pair") ? "B" : ""}${marks.includes("player_pair") ? "P" : ""}`;
  const natural = marks.find((mark) => mark.startsWith("natural_"));
  return { pairs, natural: natural ? Number(natural.split("_")[1]) : 0 };
}

/**
 * Every result in a cell of its own, down the columns.
 * @param {Coup[]} coups @returns {MarkedCell[]}
 */
export const beadPlate = (coups) =>
  coups.map(({ letter, marks }, n) => ({
    one: letter,
    row: n % ROWS,
    column: Math.floor(n / ROWS),
    ties: 0,
    ...(marks && { marks }),
  }));

/**
 * A column for each run of the same; a run that finds no room below turns right and stays in its row.
 * @param {readonly string[]} ones @returns {Cell[]}
 */
function columns(ones) {
  /** @type {Cell[]} */
  const cells = [];
  const taken = new Set();
  const isFree = (/** @type {number} */ row, /** @type {number} */ column) => !taken.has(`${row} ${column}`);
  let first = -1; // the column in which the run begins
  let turned = false;
  for (const one of ones) {
    const last = cells.at(-1);
    let row = 0;
    let column;
    if (last && last.one === one) {
      turned ||= last.row + 1 === ROWS || !isFree(last.row + 1, last.column);
      [row, column] = turned ? [last.row, last.column + 1] : [last.row + 1, last.column];
    } else {
      turned = false;
      do first += 1;
      while (!isFree(0, first));
      column = first;
    }
    taken.add(`${row} ${column}`);
    cells.push({ one, row, column });
  }
  return cells;
}

/**
 * The runs of both sides. Ties are counted on the result before them; those before anything was decided on the first,
 * whose cell they hold until then.
 * @param {Coup[]} coups @returns {MarkedCell[]}
 */
export function bigRoad(coups) {
  const decided = coups.filter(({ letter }) => letter !== "T");
  if (!decided.length) return coups.length ? [{ one: "T", row: 0, column: 0, ties: coups.length }] : [];
  const cells = columns(decided.map(({ letter }) => letter)).map((cell, n) => {
    const { marks } = decided[n];
    return { ...cell, ties: 0, ...(marks && { marks }) };
  });
  let at = -1;
  for (const { letter } of coups) {
    if (letter === "T") cells[Math.max(at, 0)].ties += 1;
    else at += 1;
  }
  return cells;
}

/**
 * What a derived road says of each result, as far as it says anything: `R` where the columns of the big road repeat, `C`
 * where they change. At the head of a column the two columns before it and further back are compared by length; below,
 * the column further back either reaches as far, or has ended long before, or ends just here, which is a change.
 * @param {readonly string[]} letters @param {number} back
 */
export function repeats(letters, back) {
  /** @type {number[]} */
  const lengths = [];
  const said = [];
  let last = "";
  for (const letter of letters) {
    if (letter === "T") continue;
    const isHead = letter !== last;
    last = letter;
    if (isHead) lengths.push(0);
    const column = lengths.length - 1;
    const row = lengths[column]++;
    if (column < (isHead ? back + 1 : back)) continue;
    const isRepeat = isHead ? lengths[column - 1] === lengths[column - 1 - back] : lengths[column - back] !== row;
    said.push(isRepeat ? "R" : "C");
  }
  return said;
}

/** A derived road, laid out as the big road is. @param {readonly string[]} letters @param {number} back */
export const derivedRoad = (letters, back) => columns(repeats(letters, back));

/**
 * What a derived road would say if a side won next; nothing where it has not begun even then.
 * @param {readonly string[]} letters @param {number} back @param {string} side
 */
export function wouldSay(letters, back, side) {
  const said = repeats([...letters, side], back);
  return said.length > repeats(letters, back).length ? said[said.length - 1] : "";
}
