/** What the page knows of a card, and the words for its kind. */
import type { CardInfo } from "../lib/protocol";
import { texts } from "../texts";

export const KINDS = ["keeper", "creeper", "goal", "ungoal", "rule", "action", "surprise", "meta", "basic"] as const;
export type Kind = (typeof KINDS)[number];

export type Card = CardInfo;

/** The word that stands for a card's kind wherever its colour does. */
export function kindWord(kind: Kind): string {
  return texts.kinds[kind];
}

/** What a card is called: with its number only where another card of its name is not the same card. */
export function plainTitle(card: Card, cards: ReadonlyMap<string, Card>): string {
  const differs = [...cards.values()].some((other) => other.name === card.name && (other.text !== card.text || other.kind !== card.kind));
  return differs ? card.title : card.name;
}

/** A card's marks with how often each stands on it. */
export function marksOf(card: Card): { mark: string; times: number }[] {
  const counts = new Map<string, number>();
  for (const mark of card.marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return [...counts].map(([mark, times]) => ({ mark, times }));
}

/** The numeral printed on a rule such as Draw 3 or Play All; nothing where its title has none. */
export function numeralOf(card: Card): string | undefined {
  if (card.kind !== "rule") return undefined;
  return /^(?:Draw|Play|Hand Limit|Keeper Limit) (\d+|All)(?: but 1)?$/i.exec(card.name)?.[1];
}
