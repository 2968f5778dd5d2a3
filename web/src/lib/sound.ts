/** Sounds, fetched when somebody wants to hear any. */
import type { Card } from "../cards/card";
import { coming } from "./parts";
import type { EventInfo } from "./protocol";
import { settings } from "./settings.svelte";
import type { Tune } from "./tunes";

const wanted = (): boolean => settings.saved.sound && settings.saved.volume > 0 && document.visibilityState === "visible";

export function sound(tune: Tune): void {
  if (wanted()) void coming(() => import("./tunes")).then(({ play }) => play(tune, settings.saved.volume));
}

/** The sounds of what happened, as whoever is called `me` hears it. */
export function soundOf(events: readonly EventInfo[], me: string, cards: ReadonlyMap<string, Card>): void {
  if (!wanted()) return;
  void coming(() => import("./tunes")).then(({ play, tunesOf }) => tunesOf(events, me, cards).forEach((tune, i) => play(tune, settings.saved.volume, i * 0.16)));
}
