/**
 * Call functions of a page's module: `node call_module.js MODULE`, with [[function, arguments…], …] on standard input.
 * Prints the list of what they return.
 */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [, , module] = process.argv;
const functions = await import(pathToFileURL(module).href);
const calls = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(calls.map(([name, ...given]) => functions[name](...given))));
