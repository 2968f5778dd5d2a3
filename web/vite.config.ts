import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { shorter } from "./src/cards/shorter.ts";

const require = createRequire(import.meta.url);
const ICONS = "virtual:icons/";

/** One module for each edition's icons, holding only those that its Keepers and Creepers use: loaded when a table needs it. */
function icons(): Plugin {
  type Collection = { icons: Record<string, { body: string }> };
  return {
    name: "icons",
    resolveId: (id) => (id.startsWith(ICONS) ? "\0" + id : undefined),
    load(id) {
      if (!id.startsWith("\0" + ICONS)) return undefined;
      const edition = id.slice(ICONS.length + 1);
      const wanted = JSON.parse(readFileSync("src/cards/icons.json", "utf8")) as Record<string, Record<string, string>>;
      const collection = require("@iconify-json/game-icons/icons.json") as Collection;
      const found: Record<string, string> = {};
      for (const [name, icon] of Object.entries(wanted[edition] ?? {})) {
        const body = collection.icons[icon]?.body;
        if (body === undefined) this.error(`${edition}: ${name}: there is no icon '${icon}'`);
        found[name] = shorter(body);
      }
      return `export default ${JSON.stringify(found)};`;
    },
  };
}

export default defineConfig({
  plugins: [icons(), svelte()],
  base: "/",
  build: {
    outDir: "../src/changeling/web/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing as data: URL, so that the page's policy can be strict
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: "index.html", telling: "src/telling.ts" },
      preserveEntrySignatures: "exports-only", // what telling.ts exports is found by its name
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
});
