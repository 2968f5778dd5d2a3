/** The words of the pages with all the cards, in English; kept apart because few open them. */
import { en } from "./en";

const { plural } = en;

export const cardPages = {
  lead: "Every card of every edition, in our own words, with how it is played.",
  search: "Find a card",
  all: "All kinds",
  count: (shown: number, all: number) => (shown === all ? plural(all, "card") : `${shown} of ${plural(all, "card")}`),
  none: "No card fits.",
  editions: "Editions",
  kinds: "Kinds of card",
  copies: (copies: number) => `${copies} copies`,
  credits: (publisher: string, year: number) => (publisher === "unknown" ? `Publisher not known, ${year} or later` : `${publisher}, ${year}`),
};
