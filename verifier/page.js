// The page around pitboss-verify.js: files in, verdicts out.

"use strict";

const byId = (id) => document.getElementById(id);

function element(name, words, look = "") {
  const made = document.createElement(name);
  made.textContent = words;
  made.className = look;
  return made;
}

async function checkFile(file) {
  const part = document.createElement("section");
  const title = element("h2", `${file.name}: being checked`);
  const list = document.createElement("ul");
  part.append(title, list);
  byId("results").prepend(part);
  const progress = (done) => {
    title.textContent = `${file.name}: ${Math.round(100 * done)} % checked`;
    return new Promise((resolve) => setTimeout(resolve)); // the page stays alive meanwhile
  };
  try {
    const [kept] = byId("kept").files;
    const checkpoint = kept ? await kept.text() : undefined;
    const say = (line) => list.append(element("li", line));
    await pitbossVerify(new Uint8Array(await file.arrayBuffer()), { key: byId("key").value.trim() || undefined, checkpoint, say, progress });
    title.textContent = `${file.name}: in order`;
    title.className = "good";
  } catch (fault) {
    title.textContent = `${file.name}: NOT in order: ${fault.message}`;
    title.className = "bad";
  }
}

async function checkAll(files) {
  for (const file of files) await checkFile(file);
}

byId("files").addEventListener("change", (event) => checkAll([...event.target.files]));
const drop = byId("drop");
for (const kind of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
  });
}
document.addEventListener("drop", (event) => checkAll([...event.dataTransfer.files]));
