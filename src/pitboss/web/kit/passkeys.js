/** Passkeys: what the browser makes and signs, in the form in which the house reads it. */

import { Refused } from "./api.js";

/** @import { PasskeyOptions } from "./types.js" */

/** Whether this browser, at this address, can use passkeys. */
export const hasPasskeys = () =>
  isSecureContext &&
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/**
 * The browser asked the person, who declined, or it found no passkey: it does not say which.
 * @param {unknown} error
 */
function declined(error) {
  const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
  const sentence = isKnown
    ? "This device has a passkey for you already."
    : "No passkey was used: the browser found none, or it was cancelled.";
  return new Refused({ code: "declined", sentence, cite: "" });
}

/** @param {Credential|null} found @returns {Record<string, unknown>} */
function asJson(found) {
  if (!(found instanceof PublicKeyCredential)) throw declined(null);
  return { ...found.toJSON() };
}

/** A new passkey. @param {PasskeyOptions} options */
export async function makePasskey({ public_key: asked }) {
  const json = /** @type {PublicKeyCredentialCreationOptionsJSON} */ (/** @type {unknown} */ (asked));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey }).catch((error) => {
    throw declined(error);
  });
  return asJson(made);
}

/** The proof of one that was made before. @param {PasskeyOptions} options */
export async function usePasskey({ public_key: asked }) {
  const json = /** @type {PublicKeyCredentialRequestOptionsJSON} */ (/** @type {unknown} */ (asked));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const found = await navigator.credentials.get({ publicKey }).catch((error) => {
    throw declined(error);
  });
  return asJson(found);
}
