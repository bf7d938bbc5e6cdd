/**
 * What travels between house and page, as JSDoc types. Money is integer cents everywhere.
 *
 * @typedef {number|string} Who  a seat number, or "dealer", "floor", "chance", "system"
 * @typedef {{seat: number, wager: string, on: string, amount: number, hand?: number, from?: string,
 *   pending?: boolean, works?: boolean, locked?: boolean, called?: boolean, note?: string, cite?: string,
 *   lies?: string}} Wager
 *   `works` is false where the next outcome does not count for it; `note` and `cite` say why, or what may back it;
 *   `lies` is the place of the felt to which its chips were brought
 * @typedef {{card: string, place: string, hand: number, gone?: boolean}} HeldCard  an empty `card` is one this viewer
 *   may not see; one that is `gone` lies in the discard rack, and is shown until the next round
 * @typedef {{says: string, wager?: string, on?: string, least?: number, most?: ?number, step?: number, cite?: string}}
 *   Offer
 * @typedef {{says: string, on?: string, least?: number, most?: number, step?: number, unit?: "count"|"position",
 *   cards?: string[], wager?: string, usual?: number}} Option  amounts are cents unless they have another unit;
 *   `usual` is the one that is meant where none is stated
 * @typedef {{to: Who, kind: string, options: Option[], cite: string, hand?: number, default?: ?Option,
 *   entered?: string}} Question  `entered` is what a person has just entered, where that is to be confirmed
 * @typedef {{event: string, cite: string} & Record<string, any>} TableEvent
 * @typedef {{sentence?: string, message?: string, cite?: string, remedy?: {label: string, act: () => void},
 *   why?: string}} Notice
 *
 * @typedef {object} You
 * @property {string} role  "watcher", "player", "dealer", "floor" or "audit"
 * @property {number} seat
 * @property {number} rack
 * @property {number[]} [seats]  the seat and the boxes held beside it
 * @property {Offer[]} offers
 * @property {Record<string, Offer[]>} [offers_at]  the offers of the boxes held beside the seat
 * @property {Question[]} questions
 * @property {{kind: string, seats: number[]}[]} possible  irregularities that could be reported now, each with the seats
 *   it could concern, none where none is to be named
 * @property {?{device: string, outcome: string}} correctable  the outcome that was entered last and can be taken back
 *
 * @typedef {object} View
 * @property {string} table
 * @property {number} round
 * @property {number} question  the number of the one that is asked in this round; 0 where none is in progress
 * @property {number} settled_round  the round that the settlements are of
 * @property {Meter[]} meters
 * @property {"closed"|"betting"|"playing"|"settled"} phase
 * @property {?{closes_in_ms: number}} clock
 * @property {Wager[]} wagers
 * @property {Record<string, HeldCard[]>} cards
 * @property {Record<string, string>} totals  what a revealed hand was called, by holder and hand
 * @property {Record<string, string>} shown
 * @property {Record<string, string>} markers
 * @property {Record<string, number>} racks
 * @property {Record<string, string>} names
 * @property {Record<string, number>} [boxes]  further boxes, each with the seat of who holds it
 * @property {You} you
 * @property {{to: Who, kind: string, cite: string}[]} asked
 * @property {?{seat: number, words: string, cite: string}} turn  whose the dice are
 * @property {Record<string, {says: string, cards: string[]}>} chosen  cards laid by an election, by holder and hand
 * @property {Record<string, number>} before  markers that lie before a player, and his seat
 * @property {string[]} lit  areas that were lighted in this round
 * @property {number[]} stacks  of tiles: how many each still holds
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
 *   odds: string, edge: string, worked: ?Worked}} Spot
 * @typedef {{stake: number, won: number, vigorish: number, net: number, words: string, when: string}} Worked
 *   what a stake brings where vigorish is taken
 * @typedef {{wager: string, title: string, amount: number}} Meter  of a progressive wager
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
 * @property {number[]} numbers  what is printed at each seat
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
 * @property {{most: number, cite: string}} boxes  how many adjacent ones a player may hold
 * @property {boolean} strategy  whether there is a chart to practise by
 * @property {Record<string, {name: string, rank: number, of: number}>} tiles  what each tile is called, where there are
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
 * @property {Record<string, {lows: number, high: string, low: string}>} set  hands that were set, and what they are called
 * @property {{to: Who, hand?: number}[]} [asked]  whose decision the table waits for
 * @property {Record<string, {says: string, cards: string[]}>} chosen
 * @property {Record<string, number>} before
 * @property {string[]} lit
 * @property {number[]} stacks
 * @property {string} last  the last result: dice stay where they came to rest
 */

export {};
