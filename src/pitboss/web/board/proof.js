/**
 * Checkpoints and proofs worked out in the browser, so that nobody has to take the house's word: C2SP signed notes, Ed25519,
 * and the Merkle tree of RFC 9162. A leaf is the line `journal sequence hash` of one entry.
 */

/** @import { InclusionProof } from "../kit/types.js" */

/** @typedef {{name: string, id: string, bytes: Uint8Array<ArrayBuffer>}} SignatureLine  `bytes` without the key's id */
/**
 * @typedef {object} Checkpoint  what a signed head of the record says
 * @property {string} text  what is signed
 * @property {string} origin
 * @property {number} size
 * @property {string} root  in hexadecimal
 * @property {string} time  when the house made it, where it says so
 * @property {string[]} more  further lines
 * @property {SignatureLine[]} signatures
 */
/** @typedef {{name: string, ok: boolean|null, time: Date|null}} Signed  `ok` is null where nobody here can tell */

const COSIGNATURE = 4; // the first byte of a witness's key; a log's has 1
const TIME = "time "; // the line of a checkpoint that says when it was made
const ID_BYTES = 4;
const TIME_BYTES = 8;
const NO_CHECKPOINT = "This is no checkpoint: it has a line each for its origin, the size of the tree and its root, an empty line, and signatures.";

const utf8 = new TextEncoder();
/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits */
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
/** @param {string} text */
const base64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Whether this browser can check anything: not over an insecure connection. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/** @param {(Uint8Array)[]} parts */
async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** What a checkpoint says; nothing of it is verified yet. @param {string} note @returns {Checkpoint} */
export function readCheckpoint(note) {
  const end = note.indexOf("\n\n");
  const [origin, size, root, ...more] = note.slice(0, Math.max(0, end)).split("\n");
  if (end < 0 || !origin || !/^\d{1,15}$/.test(size ?? "") || !/^[A-Za-z0-9+/]{43}=$/.test(root ?? "")) throw new Error(NO_CHECKPOINT);
  const signatures = note
    .slice(end + 2)
    .split("\n")
    .filter((line) => line.startsWith("— "))
    .map((line) => {
      const [, name, encoded = ""] = line.split(" ");
      const bytes = base64(encoded);
      return { name, id: hex(bytes.slice(0, ID_BYTES)), bytes: bytes.slice(ID_BYTES) };
    });
  const said = more.find((line) => line.startsWith(TIME)) ?? "";
  return {
    text: note.slice(0, end + 1),
    origin,
    size: Number(size),
    root: hex(base64(root)),
    time: said.slice(TIME.length),
    more: more.filter((line) => line !== said),
    signatures,
  };
}

/** Who signed a checkpoint, as far as these keys can tell. @param {Checkpoint} checkpoint @param {string[]} vkeys @returns {Promise<Signed[]>} */
export async function whoSigned({ text, signatures }, vkeys) {
  const keys = await Promise.all(vkeys.map(readKey));
  return Promise.all(
    signatures.map(async ({ name, id, bytes }) => {
      const key = keys.find((one) => one && one.name === name && one.id === id);
      if (!key) return { name, ok: null, time: null };
      const cosigned = key.kind === COSIGNATURE;
      const time = cosigned ? Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)) : 0;
      const message = utf8.encode(cosigned ? `cosignature/v1\ntime ${time}\n${text}` : text);
      const ok = await isSignedBy(key.bytes, cosigned ? bytes.slice(TIME_BYTES) : bytes, message);
      return { name, ok, time: cosigned ? new Date(time * 1000) : null };
    }),
  );
}

/** `name+id+key`, the id worked out again; null where it is none. @param {string} vkey */
async function readKey(vkey) {
  const [, name = "", id = "", encoded = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const key = base64(encoded);
  const own = hex(await sha256(utf8.encode(`${name}\n`), key)).slice(0, 2 * ID_BYTES);
  return own === id ? { name, id, kind: key[0], bytes: key.slice(1) } : null;
}

/**
 * Whether a signature is right; null where this browser does not know Ed25519.
 * @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} signature @param {Uint8Array<ArrayBuffer>} message
 */
async function isSignedBy(key, signature, message) {
  try {
    const known = await crypto.subtle.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, known, signature, message);
  } catch {
    return null;
  }
}

/** Whether the entry of a proof is in the tree of its checkpoint: RFC 9162, 2.1.3.2. @param {InclusionProof} proof */
export async function isIncluded({ journal, sequence, hash, index, size, path, checkpoint }) {
  const head = readCheckpoint(checkpoint);
  if (head.size !== size || index >= size) return false;
  let [here, last] = [BigInt(index), BigInt(size) - 1n];
  let result = await sha256(new Uint8Array([0]), utf8.encode(`${journal} ${sequence} ${hash}\n`));
  for (const digits of path) {
    const beside = unhex(digits);
    if (last === 0n) return false;
    if (here & 1n || here === last) {
      result = await sha256(new Uint8Array([1]), beside, result);
      while (!(here & 1n) && here) {
        here >>= 1n;
        last >>= 1n;
      }
    } else {
      result = await sha256(new Uint8Array([1]), result, beside);
    }
    here >>= 1n;
    last >>= 1n;
  }
  return last === 0n && hex(result) === head.root;
}
