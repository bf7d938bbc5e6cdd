/**
 * Bundles the pages with esbuild: `node build.js WEB OUT < pages.json`, where pages.json says of each page its entry,
 * styles, later styles and early script.
 *
 * A page is one script and one style sheet. What its script imports later is a script of its own, which imports what both
 * need from the first: a module runs once, and the first screen needs no other request. Styles that it loads later are a
 * style sheet of their own.
 */

import { build, transform } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { text } from "node:stream/consumers";

const [web, out] = process.argv.slice(2).map((path) => resolve(path));
const SETTINGS = { bundle: true, minify: true, target: "es2022", format: "esm", charset: "utf8", logLevel: "error" };

/** A plugin that leaves an import to the browser wherever `outside` gives an address for it. */
const leaving = (outside) => ({
  name: "leaving",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const address = outside(resolve(resolveDir, path), kind);
      return address ? { path: address, external: true } : null;
    }),
});

/** Bundle one module, or the lines of one that is written here; the result has the modules in it as `modules`. */
async function bundle(source, outside, settings = {}) {
  const from = source.includes("\n") ? { stdin: { contents: source, resolveDir: web } } : { entryPoints: [source] };
  const made = await build({
    ...SETTINGS, ...from, absWorkingDir: web, write: false, metafile: true, outdir: out, plugins: [leaving(outside)], ...settings,
  });
  const modules = Object.keys(made.metafile.inputs).map((path) => resolve(web, path));
  return { script: made.outputFiles[0].text, modules };
}

/** Which of some modules exports each of their names; no two the same. @param {string[]} modules */
async function ownersOf(modules) {
  const settings = { ...SETTINGS, absWorkingDir: web, bundle: false, write: false, metafile: true, outdir: out };
  const { metafile } = await build({ ...settings, entryPoints: modules });
  const owners = new Map();
  for (const { exports, entryPoint } of Object.values(metafile.outputs)) {
    for (const name of exports) {
      if (owners.has(name)) throw new Error(`${owners.get(name)} and ${entryPoint} both export ${name}; rename one.`);
      owners.set(name, entryPoint);
    }
  }
  return owners;
}

/** The scripts of one page by their file names. @param {string} page @param {string} entry */
async function scripts(page, entry) {
  const late = new Map(); // what is imported later: module → address
  const apart = (module, kind) => {
    if (kind !== "dynamic-import") return null;
    late.set(module, `./${page}-${basename(module)}`);
    return late.get(module);
  };
  const first = new Set((await bundle(`./${entry}.js`, apart)).modules);
  const reached = await Promise.all([...late.keys()].map(async (module) => (await bundle(module, apart)).modules));
  const uses = reached.flat().filter((module) => !first.has(module));
  const twice = uses.filter((module, n) => uses.indexOf(module) !== n); // by two of them: the first has it for both
  for (const module of twice) first.add(module);
  const shared = new Set();
  const found = {};
  for (const [module, address] of late) {
    const made = await bundle(module, (path, kind) => {
      if (kind === "dynamic-import" || !first.has(path)) return apart(path, kind);
      shared.add(path);
      return `./${page}.js`;
    });
    found[basename(address)] = made.script;
  }
  const imported = Object.values(found).flatMap((script) => [...script.matchAll(/\bimport\{([^}]*)\}from"\.\/(\w+)\.js"/g)]);
  const names = new Set(imported.flatMap(([, list]) => list.split(",").map((one) => one.split(" as ")[0])));
  const owners = await ownersOf([...shared]);
  const lines = [...names].map((name) => `export { ${name} } from "./${owners.get(name)}";\n`);
  found[`${page}.js`] = (await bundle(`import "./${entry}.js";\n${lines.join("")}`, apart)).script;
  return found;
}

/** Style sheets as one. @param {string[]} paths */
async function sheet(paths) {
  const sheets = await Promise.all(paths.map((path) => readFile(join(web, path), "utf8")));
  return (await transform(sheets.join(""), { minify: true, loader: "css", charset: "utf8" })).code;
}

await mkdir(out, { recursive: true });
for (const [page, { entry, styles, later, early }] of Object.entries(JSON.parse(await text(process.stdin)))) {
  const files = await scripts(page, entry);
  files[`${page}.css`] = await sheet(styles);
  if (later) files[`${page}-later.css`] = await sheet(later);
  if (early) files[`${page}-early.js`] = (await bundle(`./${early}`, () => null, { format: "iife" })).script;
  for (const [name, contents] of Object.entries(files)) {
    await writeFile(join(out, name), contents);
  }
}
