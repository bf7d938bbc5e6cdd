/** Pages of the house for those who work there, each with the acts that open it. */

/** @typedef {{acts: string[], href: string, words: string, about: string, unless?: string}} StaffPage */

/** @type {StaffPage[]} */
const STAFF_PAGES = [
  { acts: ["work at cage"], href: "/cage", words: "Cage", about: "window, drawer, banks, slips and receipts" },
  { acts: ["work in count room"], href: "/count", words: "Count room", about: "boxes to count, sealed until all sign" },
  { acts: ["carry money"], href: "/security", words: "Carrying", about: "chips and boxes to carry, and voids to sign" },
  { acts: ["run shift"], href: "/shift", words: "Shift and day", about: "what is open, the end of shifts and days, differences" },
  { acts: ["watch money"], href: "/watch", words: "Watch the money", about: "trays, slips, boxes, drawers and accounts" },
  { acts: ["open book"], href: "/book", words: "Book and settings", about: "with what the book begins, pars and tolerances" },
  { acts: ["see slips"], href: "/slips", words: "Slips", about: "every slip, whoever signed it, and its prints" },
  { acts: ["see pit"], href: "/pit", words: "Pit", about: "every table at a glance, and one to act on" },
  { acts: ["see figures"], href: "/pit#hours", words: "Hourly sheet", about: "buy-ins, handle and win by the hour" },
  { acts: ["see reports"], href: "/reports", words: "Reports", about: "what was counted, played and owed, by shift, day, month and year" },
  { acts: ["see figures"], href: "/progressives", words: "Progressive book", about: "meters, what is owed on them, and jackpots" },
  { acts: ["see reconciliation"], href: "/reconciliation", words: "Reconciliation", about: "counted, played, paytable and chance, table by table" },
  { acts: ["export record"], href: "/board", words: "Board", about: "filings, rounds, decisions and the record" },
  { acts: ["search record"], unless: "export record", href: "/board", words: "Search the record", about: "rounds and decisions" },
  { acts: ["see filings"], href: "/filings", words: "Filings", about: "rules that were filed, and the floor plan" },
  { acts: ["see things"], href: "/equipment", words: "Equipment", about: "what falls due next, and where it is" },
  { acts: ["see people", "add player"], href: "/people", words: "People", about: "who works here, and where they stand" },
  { acts: ["see administration"], href: "/administration", words: "Administration", about: "health, sessions, devices, backups, rights" },
];

/** Those for somebody who may do some acts. @param {(act: string) => boolean} may */
export const staffPagesOf = (may) => STAFF_PAGES.filter(({ acts, unless = "" }) => acts.some(may) && !may(unless));
