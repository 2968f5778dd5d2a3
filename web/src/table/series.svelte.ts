/** Several questions in a row that make one thing, such as discarding down to a limit: which of how many it is. */
import type { OptionInfo, PublicSeat, Question } from "../lib/protocol";
import { texts } from "../texts";

interface Asked { question: Question | null; mine: PublicSeat | undefined; hand: number; turns: number }
/** A series at one of its questions: how many were to do at its beginning, and how many still are. */
export interface Place { about: string; turns: number; all: number; left: number }

/** How many cards are over a limit that a question is about; 0 for other questions. */
export function over({ question, mine, hand }: Asked): number {
  if (question?.about === "discard to the hand limit") return hand - (mine?.hand_limit ?? hand);
  if (question?.about === "discard to the Keeper limit") return (mine?.keepers.length ?? 0) - (mine?.keeper_limit ?? Infinity);
  return 0;
}

/** Where a question stands: in the series of the one before it, unless that was the last of it. The same may be asked
 * again, as when somebody joins, and what was done may be undone: so what is left counts, not how often was asked. */
export function placeOf(before: Place, about: string, turns: number, left: number): Place {
  const goesOn = before.about === about && before.turns === turns && before.left > 1 && left <= before.all;
  return { about, turns, left, all: goesOn ? before.all : left };
}

export class Series {
  private place: Place = { about: "", turns: -1, all: 0, left: 0 };
  private id = -1;
  count = $state("");
  /** How many cards must go, where those are all that one could choose: then there is nothing to choose. */
  all = $state(0);
  private clearing = "";

  constructor(private readonly asked: () => Asked, private readonly answer: (option: OptionInfo) => void) {
    $effect.pre(() => {
      const now = asked();
      const left = over(now);
      if (now.question && now.question.id !== this.id) {
        this.place = placeOf(this.place, now.question.about, now.turns, left);
        this.id = now.question.id;
      }
      const { all } = this.place;
      this.count = left > 0 && all > 1 ? texts.replay.of(all - left + 1, all) : "";
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
