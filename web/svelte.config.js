import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // a component's own class as short as it can be: it stands in every rule and on every element
  compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css).slice(0, 4)}` },
};
