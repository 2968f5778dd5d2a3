// Writes the digest of everything the page is built from beside the built page, so that a test can tell whether it is up to date.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const SOURCES = ["index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "public", "src"];

function* files(path) {
  const entries = readdirSync(path, { withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) yield* files(join(path, entry.name));
    else yield join(path, entry.name);
  }
}

const found = SOURCES.flatMap((name) => (name.includes(".") ? [name] : [...files(name)]))
  .map((path) => relative(".", path).split(sep).join("/"))
  .sort();
const digest = createHash("sha256");
for (const path of found) {
  digest.update(path + "\n");
  digest.update(createHash("sha256").update(readFileSync(path)).digest("hex") + "\n");
}
writeFileSync("../src/changeling/web/page/sources.sha256", digest.digest("hex") + "\n");
