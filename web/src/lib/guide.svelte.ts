/** The guide: the one tip that fits now, in a line. None is given twice; the first says how one wins. */
import type { Card } from "../cards/card";
import { texts } from "../texts";
import { isNewPile } from "./eventSentences";
import type { EventInfo, Question } from "./protocol";
import { settings } from "./settings.svelte";

const FIRST = "start";

class Guide {
  private now = $state<string | undefined>();

  /** The tip to show now, if any. */
  get thing(): string | undefined {
    return settings.saved.guide ? this.now : undefined;
  }

  /** Something is there for which there may be a tip. What is new takes the place of what was there, but the first stays. */
  meet(thing: string): void {
    if (!settings.saved.guide || !(thing in texts.guide.things) || settings.saved.learnt.includes(thing)) return;
    if (this.now !== FIRST) this.now = thing;
  }

  /** It was read. */
  got(): void {
    if (this.now) settings.change({ learnt: [...settings.saved.learnt, this.now] });
    this.now = undefined;
  }

  off(): void {
    settings.change({ guide: false });
    this.now = undefined;
  }

  happened(events: readonly EventInfo[], cards: ReadonlyMap<string, Card>): void {
    for (const event of events) {
      const kind = cards.get(event.card)?.kind;
      if (event.what === "plays" && kind) this.meet(kind);
      else if (event.what === "lays down") this.meet("creeper");
      else if (isNewPile(event)) this.meet("shuffle");
      else if (event.what === "attaches") this.meet("attach");
      else if (event.what === "uses") this.meet("free");
    }
  }

  asked(question: Question): void {
    if (question.options.some((option) => option.sort === "use")) this.meet("free");
    if (question.about === "act") this.meet("turn");
    if (question.about === "discard to the hand limit") this.meet("handLimit");
    if (question.about === "discard to the Keeper limit") this.meet("keeperLimit");
    if (question.window) this.meet("surprise");
  }
}

export const guide = new Guide();
