/** The stage: the card being played lies there for about a second, one after the other, with who plays it. */
import type { EventInfo } from "./protocol";

export interface Act {
  key: number;
  card: string;
  seat: string;
  what: "plays" | "lays down" | "uses" | "rolls";
  mine: boolean;
  /** What a die or a coin shows that was thrown; then there is no card. */
  rolled: number;
  sides: number;
}

const HOLD = 1_150; // milliseconds that a card lies there
const OWN = 750; // a card of one's own, which one has just read
const HURRY = 520; // where another waits; less where several do
const DIE = 900; // a die is seen for so long at least, from when it is there
const MOST = 4; // cards that wait; of more, only the newest are shown

const hurry = (waiting: number): number => Math.max(200, HURRY / waiting);

export class Stage {
  act = $state.raw<Act | null>(null);
  private waiting: Act[] = [];
  /** Whether what is shown has come: a die is loaded when the first one is thrown. */
  private come = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Show what was played, in order. */
  happened(events: readonly EventInfo[], me = ""): void {
    for (const { number, what, card, seat, rolled, sides } of events) {
      const shown = (card && (what === "plays" || what === "uses" || what === "lays down")) || (what === "rolls" && rolled >= 0);
      if (shown) this.waiting.push({ key: number, card: what === "rolls" ? "" : card, seat, what: what as Act["what"], mine: seat === me, rolled, sides });
    }
    this.waiting = this.waiting.slice(-MOST);
    if (this.act?.what === "rolls" || !this.come) return; // it goes on by itself
    if (this.act && this.waiting.length) this.hold(hurry(this.waiting.length));
    else if (this.waiting.length) this.next();
  }

  /** Show nothing any more: the table is another one, or somebody has gone back a step. */
  clear(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.come = true;
    this.act = null;
  }

  private next(): void {
    this.act = this.waiting.shift() ?? null;
    if (this.act?.what === "rolls") void this.roll(this.act);
    else if (this.act) this.hold(this.waiting.length ? hurry(this.waiting.length) : this.act.mine ? OWN : HOLD);
  }

  private async roll(act: Act): Promise<void> {
    this.come = false;
    await import("../table/Die.svelte").catch(() => undefined);
    if (this.act !== act) return;
    this.come = true;
    this.hold(this.waiting.length ? DIE : HOLD);
  }

  private hold(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.next(), milliseconds);
  }
}
