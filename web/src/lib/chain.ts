/** A chain of Surprises: what was played in answer to what, and what comes of it. */
import type { CardFate, EventInfo, OptionInfo, Prospect, Public, Question } from "./protocol";

export interface Link {
  card: string;
  seat: string;
  /** Whether what was played last leaves it without effect. Of the first card that is not known by itself. */
  cancelled: boolean;
}

const ANSWERS = ["SURP-1", "SURP-2"];

/** The cards that lie on one another now, the first one played first; empty where nothing waits to be answered. */
export function chainOf(view: Public, events: readonly EventInfo[]): Link[] {
  const played = view.playing.map((card) => events.findLast((event) => event.what === "plays" && event.card === card));
  const links: Link[] = [];
  for (const event of played.reverse()) {
    if (!event) break;
    links.unshift({ card: event.card, seat: event.seat, cancelled: false });
    if (!ANSWERS.includes(event.clause)) break;
  }
  if (links.length < 2 && !view.window) return [];
  // any Surprise that answers another cancels it, unless it is cancelled itself
  for (let i = links.length - 2; i > 0; i--) links[i]!.cancelled = !links[i + 1]!.cancelled;
  return links;
}

export interface Outcome { option: OptionInfo | null; fate: CardFate; cancels: string }

/** What becomes of the first card of a chain: first if it is let pass, then by each Surprise that one could play. */
export function outcomesOf(chain: readonly Link[], question: Question | null, prospects: ReadonlyMap<number, Prospect>): Outcome[] {
  const first = chain[0]?.card || question?.card;
  if (!question?.window || !first) return [];
  const found: Outcome[] = [];
  for (const option of [...question.options].reverse()) {
    const fate = prospects.get(option.code)?.fates.find((one) => one.card === first);
    const top = chain.length > 1 ? (chain.at(-1)?.card ?? "") : "";
    if (fate) found.push({ option: option.sort === "word" ? null : option, fate, cancels: option.sort === "word" ? "" : top });
  }
  return found;
}
