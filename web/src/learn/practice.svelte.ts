/** A step of a lesson, or a puzzle, being played: the server judges every answer, and keeps nothing. */
import type { Card } from "../cards/card";
import { api, call, Refused } from "../lib/api";
import type { EventInfo, OptionInfo, Practice, PracticeHelp, PracticeKind, PracticeList } from "../lib/protocol";

export const practiceList = (): Promise<PracticeList> => call<PracticeList>("/api/practice");
const SHOWN = 1_600; // milliseconds between two answers of the solution

export class PracticeStore {
  now = $state.raw<Practice | null>(null);
  cards = $state.raw<ReadonlyMap<string, Card>>(new Map());
  latest = $state.raw<readonly EventInfo[]>([]);
  busy = $state(false);
  failure = $state("");
  hint = $state("");
  hints = $state(0); // that were asked for, in all
  level = $state(0); // of those, at the question that is asked now: two at most
  shown = $state(false); // the solution was asked for: what is won then is not counted
  showing = $state(false);
  step = $state(0);
  private answers: number[] = [];
  private left = false;
  private begun = 0; // how often something was begun: a solution that is being shown ends with what it is of

  constructor(
    readonly kind: PracticeKind,
    readonly name: string,
    private readonly happened: (events: readonly EventInfo[]) => void,
  ) {}

  /** Begin a step. */
  async begin(step: number): Promise<void> {
    this.begun += 1;
    this.showing = false;
    this.step = step;
    this.answers = [];
    if (this.kind === "lesson") this.shown = false; // a lesson may be gone again, a puzzle is solved once
    await this.play();
  }

  close(): void {
    this.left = true;
  }

  get moved(): boolean {
    return this.now !== null && this.answers.length > 0;
  }

  async answer(option: OptionInfo): Promise<void> {
    if (this.busy || this.now?.verdict !== "on") return;
    this.answers = [...this.answers, option.code];
    await this.play({ fresh: true });
  }

  /** Take back what was wrong, or else the last answer. */
  async back(): Promise<void> {
    if (this.busy || !this.now) return;
    this.answers = this.answers.slice(0, this.now.verdict === "missed" ? this.now.keep : -1);
    await this.play();
  }

  async askHint(): Promise<void> {
    const found = await this.ask({ help: this.level ? "second hint" : "hint" });
    if (!found) return;
    this.hint = found.hint;
    this.level += 1;
    this.hints += 1;
  }

  async why(about: string): Promise<{ text: string; because: string[] } | null> {
    const found = await this.ask({ why: about });
    return found && { text: found.reason, because: found.because };
  }

  /** Play the rest of a way, one answer after the other. */
  async solve(): Promise<void> {
    if (this.now?.verdict === "missed") await this.back();
    this.shown = this.showing = true;
    const begun = this.begun;
    while (begun === this.begun && !this.left) {
      const next = await this.nextAnswer();
      if (next === null || begun !== this.begun) break;
      this.answers = [...this.answers, next];
      await this.play({ fresh: true });
      if (this.now?.verdict === "on") await new Promise((done) => setTimeout(done, SHOWN));
    }
    if (begun === this.begun) this.showing = false;
  }

  private async nextAnswer(): Promise<number | null> {
    return this.now?.verdict === "on" ? ((await this.ask({ help: "answer" }))?.next ?? null) : null;
  }

  private async play({ fresh = false } = {}): Promise<void> {
    const found = await this.ask({});
    if (!found) {
      if (fresh) this.answers = this.answers.slice(0, -1);
      return;
    }
    if (this.now?.deck !== found.deck) {
      const deck = await api.deck(found.deck);
      this.cards = new Map(deck.cards.map((card) => [card.title, card]));
    }
    this.hint = "";
    this.level = 0;
    this.latest = fresh ? found.events : [];
    this.now = found;
    if (fresh) this.happened(found.events);
  }

  private async ask(more: { help?: PracticeHelp; why?: string }): Promise<Practice | null> {
    this.busy = true;
    try {
      const asked = { kind: this.kind, name: this.name, step: this.step, answers: this.answers, ...more };
      const found = await call<Practice>("/api/practice", asked);
      this.failure = "";
      return this.left ? null : found;
    } catch (error) {
      this.failure = error instanceof Refused ? error.message : String(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
