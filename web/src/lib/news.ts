/** The few words of what happened that a small screen has room for. */
import type { Sentence } from "./eventSentences";

/** That somebody draws or looks at cards is no news, where something else is. */
const QUIET = ["draws", "looks at", "puts back"];

/** What others did, since one knows what one did oneself, if they did anything. */
export function othersFirst(all: Sentence[], me: string): Sentence[] {
  const others = all.filter((sentence) => sentence.seat !== me);
  return others.length ? others : all;
}

/** In which order it is told: what one has lost first. */
export function inOrder(since: Sentence[]): Sentence[] {
  const more = since.filter((sentence) => !QUIET.includes(sentence.what));
  return [...(more.length ? more : since)].sort((one, other) => Number(other.lost) - Number(one.lost));
}
