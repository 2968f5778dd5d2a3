/** The icons of Keepers and Creepers, an edition at a time, fetched when a card of that edition is first shown. */
import { SvelteMap } from "svelte/reactivity";

type Bodies = Record<string, string>;

const CHUNKS: Record<string, () => Promise<{ default: Bodies }>> = {
  "fluxx-4": () => import("virtual:icons/fluxx-4"),
  family: () => import("virtual:icons/family"),
  cthulhu: () => import("virtual:icons/cthulhu"),
  "doctor-who": () => import("virtual:icons/doctor-who"),
  shelf: () => import("virtual:icons/shelf"),
  "dice-camera-action": () => import("virtual:icons/dice-camera-action"),
  "changeling-court": () => import("virtual:icons/changeling-court"),
};

const loaded = new SvelteMap<string, Bodies>();
const asked = new Set<string>();

/** Fetch an edition's icons; a failed fetch is tried again the next time. */
export function fetchIcons(edition: string): void {
  const chunk = CHUNKS[edition];
  if (chunk === undefined || asked.has(edition)) return;
  asked.add(edition);
  chunk().then(
    (module) => loaded.set(edition, module.default),
    () => asked.delete(edition),
  );
}

/** The drawing of a card by its name, inside a 512 by 512 box; nothing while it is on its way or where there is none. */
export function iconOf(name: string, edition: string): string | undefined {
  const own = loaded.get(edition)?.[name];
  if (own !== undefined || edition in CHUNKS) return own;
  for (const bodies of loaded.values()) if (name in bodies) return bodies[name];
  return undefined;
}
