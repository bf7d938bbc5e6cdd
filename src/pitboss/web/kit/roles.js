/** Roles in words, and what each may do in the house, as the house says. */

import { getRoles } from "./sessionapi.js";
import { plain } from "./words.js";

/** @import { RoleLine } from "./types.js" */

/** @type {Promise<RoleLine[]>|null} */
let asked = null;
/** @type {RoleLine[]} */
let known = [];

/** Every role of the house; asked for once. @returns {Promise<RoleLine[]>} */
export function allRoles() {
  asked ??= getRoles().then(
    (roles) => (known = roles),
    () => {
      asked = null; // ask again next time
      return [];
    },
  );
  return asked;
}

/** `a dealer or a floorperson or above`. @param {readonly string[]} roles */
export const spokenRoles = (roles) =>
  roles.map((role) => known.find((line) => line.role === role)?.spoken ?? `a ${plain(role)}`).join(" or ") || "nobody";

/** `dealer, floorperson`. @param {readonly string[]} roles */
export const listedRoles = (roles) => roles.map(plain).join(", ");

/** Whether somebody in these roles may do an act of the house. @param {readonly string[]} roles @param {string} act */
export const mayInHouse = (roles, act) => known.some((line) => roles.includes(line.role) && line.may.includes(act));
