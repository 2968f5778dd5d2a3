/** The first-game guide: one explanation for each new thing, shown when the thing first happens. */
import type { Card } from "../cards/card";
import { texts } from "../texts";
import type { EventInfo, Question } from "./protocol";
import { settings } from "./settings.svelte";

class Guide {
  private waiting = $state<string[]>([]);

  /** The explanation to show now, if any. */
  get thing(): string | undefined {
    return settings.saved.guide ? this.waiting[0] : undefined;
  }

  meet(thing: string): void {
    if (!settings.saved.guide || !(thing in texts.guide.things)) return;
    if (settings.saved.learnt.includes(thing) || this.waiting.includes(thing)) return;
    if (thing === "start") this.waiting.unshift(thing);
    else this.waiting.push(thing);
  }

  got(): void {
    const [thing, ...rest] = this.waiting;
    if (thing) settings.change({ learnt: [...settings.saved.learnt, thing] });
    this.waiting = rest;
  }

  off(): void {
    settings.change({ guide: false });
    this.waiting = [];
  }

  happened(events: readonly EventInfo[], cards: ReadonlyMap<string, Card>): void {
    for (const event of events) {
      const kind = cards.get(event.card)?.kind;
      if (event.what === "plays" && kind) this.meet(kind);
      else if (event.what === "lays down") this.meet("creeper");
      else if (event.what === "shuffles") this.meet("shuffle");
      else if (event.what === "attaches") this.meet("attach");
      else if (event.what === "uses") this.meet("free");
    }
  }

  asked(question: Question): void {
    if (question.about === "act") this.meet("turn");
    if (question.about === "discard to the hand limit") this.meet("handLimit");
    if (question.about === "discard to the Keeper limit") this.meet("keeperLimit");
    if (question.window) this.meet("surprise");
    if (question.options.some((option) => option.sort === "use")) this.meet("free");
  }
}

export const guide = new Guide();
