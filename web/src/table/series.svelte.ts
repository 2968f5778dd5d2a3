/** Several questions in a row that make one thing, such as discarding down to a limit: which of how many it is. */
import type { OptionInfo, PublicSeat, Question } from "../lib/protocol";
import { texts } from "../texts";

interface Asked { question: Question | null; mine: PublicSeat | undefined; hand: number }

/** How many cards are over a limit that a question is about; 0 for other questions. */
export function over({ question, mine, hand }: Asked): number {
  if (question?.about === "discard to the hand limit") return hand - (mine?.hand_limit ?? hand);
  if (question?.about === "discard to the Keeper limit") return (mine?.keepers.length ?? 0) - (mine?.keeper_limit ?? Infinity);
  return 0;
}

export class Series {
  private about = "";
  private id = -1;
  private done = 0;
  count = $state("");
  /** How many cards must go, where those are all that one could choose: then there is nothing to choose. */
  all = $state(0);
  private clearing = "";

  constructor(private readonly asked: () => Asked, private readonly answer: (option: OptionInfo) => void) {
    $effect.pre(() => {
      const now = asked();
      const left = over(now);
      if (now.question && now.question.id !== this.id) {
        this.done = now.question.about === this.about ? this.done + 1 : 0;
        this.about = now.question.about;
        this.id = now.question.id;
      }
      this.count = left > 0 && left + this.done > 1 ? texts.replay.of(this.done + 1, this.done + left) : "";
      this.all = now.question && left > 1 && left >= now.question.options.length ? left : 0;
    });
    $effect(() => {
      const { question } = asked();
      if (question && this.clearing) this.next(question);
    });
  }

  /** Give all of them, one after the other. */
  clear(question: Question): void {
    this.clearing = question.about;
    this.next(question);
  }

  private next(question: Question): void {
    const [first] = question.options;
    if (first && question.about === this.clearing && over(this.asked()) >= question.options.length) this.answer(first);
    else this.clearing = "";
  }
}
