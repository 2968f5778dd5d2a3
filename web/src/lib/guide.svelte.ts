/** The guide: the one tip that fits now, in a line. None is given twice; the first says how one wins. */
import type { Card } from "../cards/card";
import { texts } from "../texts";
import { isNewPile } from "./eventSentences";
import type { EventInfo, Question } from "./protocol";
import { settings } from "./settings.svelte";

const FIRST = "start";
const READING = 5_000; // milliseconds

class Guide {
  private now = $state<string | undefined>();
  private since = 0;

  /** The tip to show now, if any. */
  get thing(): string | undefined {
    return settings.saved.guide ? this.now : undefined;
  }

  /** Something is there for which there may be a tip. What is new takes the place of what was there, but the first stays. */
  meet(thing: string): void {
    if (!settings.saved.guide || !(thing in texts.guide.things) || settings.saved.learnt.includes(thing)) return;
    if (this.now !== FIRST && this.now !== thing) this.turnTo(thing);
  }

  /** Another tip, or none. What stood there long enough to be read is not given again. */
  private turnTo(thing: string | undefined): void {
    if (this.now && Date.now() - this.since > READING) this.learn(this.now);
    this.now = thing;
    this.since = Date.now();
  }

  private learn(thing: string): void {
    settings.change({ learnt: [...settings.saved.learnt, thing] });
  }

  /** It was read. */
  got(): void {
    if (this.now) this.learn(this.now);
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
    if (question.options.some((option) => option.sort === "play")) this.meet("turn");
    else if (this.now === "turn") this.turnTo(undefined); // there is no card to play any more
    if (question.about === "discard to the hand limit") this.meet("handLimit");
    if (question.about === "discard to the Keeper limit") this.meet("keeperLimit");
    if (question.window) this.meet("surprise");
  }
}

export const guide = new Guide();
