/**
 * What travels between house and page, as JSDoc types. Money is integer cents everywhere.
 *
 * @typedef {number|string} Who  a seat number, or "dealer", "floor", "chance", "system"
 * @typedef {{seat: number, wager: string, on: string, amount: number, hand?: number, from?: string,
 *   pending?: boolean}} Wager
 * @typedef {{card: string, place: string, hand: number, gone?: boolean}} HeldCard  an empty `card` is one this viewer
 *   may not see; one that is `gone` lies in the discard rack, and is shown until the next round
 * @typedef {{says: string, wager?: string, on?: string, least?: number, most?: ?number, step?: number, cite?: string}}
 *   Offer
 * @typedef {{says: string, on?: string, least?: number, most?: number, step?: number, cards?: string[],
 *   wager?: string}} Option
 * @typedef {{to: Who, kind: string, options: Option[], cite: string, hand?: number, default?: ?Option}} Question
 * @typedef {{event: string, cite: string} & Record<string, any>} TableEvent
 * @typedef {{sentence?: string, message?: string, cite?: string, remedy?: {label: string, act: () => void}}} Notice
 *
 * @typedef {object} You
 * @property {string} role  "watcher", "player", "dealer", "floor" or "audit"
 * @property {number} seat
 * @property {number} rack
 * @property {Offer[]} offers
 * @property {Question[]} questions
 * @property {string[]} [possible]  irregularities that could be reported now
 *
 * @typedef {object} View
 * @property {string} table
 * @property {number} round
 * @property {"closed"|"betting"|"playing"|"settled"} phase
 * @property {?{closes_in_ms: number}} clock
 * @property {Wager[]} wagers
 * @property {Record<string, HeldCard[]>} cards
 * @property {Record<string, string>} totals  what a revealed hand was called, by holder and hand
 * @property {Record<string, string>} shown
 * @property {Record<string, string>} markers
 * @property {Record<string, number>} racks
 * @property {Record<string, string>} names
 * @property {You} you
 * @property {{to: Who, kind: string, cite: string}[]} asked
 * @property {TableEvent[]} settlements
 * @property {string[]} results
 * @property {string} commitment
 * @property {?{round: number, seed: string}} opened
 * @property {string} blocked
 * @property {boolean} closing
 * @property {Record<string, string[]>} signed
 * @property {number[]} ready  seats that want the round to go on
 * @property {{name: string, due_in_ms: number}[]} duties
 * @property {number} sequence
 *
 * @typedef {{wager: string, on: string, title: string, covers: string[], least: number, most: ?number, step: number,
 *   odds: string, edge: string}} Spot
 * @typedef {{name: string, title: string, about: string, cite: string, tendered: boolean, group: string,
 *   pays: string}} WagerKind
 * @typedef {{name: string, title: string, cite: string, remedy: string, needs_seat: boolean, facts: string[]}}
 *   IrregularityKind
 * @typedef {{name: string, title: string, cite: string, signed_by: string[], items: {cite: string, text: string}[]}}
 *   Checklist
 *
 * @typedef {object} Facts  what GET /api/tables/{id} tells
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} chapter
 * @property {string} about
 * @property {number} seats
 * @property {number[]} taken
 * @property {boolean} practice
 * @property {string} dealer
 * @property {string} chance
 * @property {?number} minimum
 * @property {?number} maximum
 * @property {boolean} open
 * @property {WagerKind[]} wagers
 * @property {Spot[]} spots
 * @property {{cite: string, text: string}[]} signs
 * @property {IrregularityKind[]} irregularities
 * @property {Checklist[]} checklists
 * @property {{name: string, title: string, cite: string, hours: number}[]} duties
 * @property {{width: number, height: number}} felt
 * @property {Record<string, any>} submission  the choices filed for this table
 * @property {string} submission_hash
 *
 * @typedef {object} Scene  what lies on the felt at one moment
 * @property {number} round
 * @property {Wager[]} wagers
 * @property {Record<string, HeldCard[]>} cards
 * @property {Record<string, string>} totals  what a revealed hand was called, by holder and hand
 * @property {Record<string, string>} shown
 * @property {Record<string, string>} markers
 * @property {TableEvent[]} settlements
 */

export {};
