/** The version of the wire that these pages speak; `house/protocol/greeting.py` has the house's, and a test compares them. */
export const WIRE_VERSION = /** @type {number} */ (2);
