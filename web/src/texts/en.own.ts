/** The box for cards of one's own, in English; kept apart because few open it. */
import { en } from "./en";

const { listed, plural } = en;

export const own = {
  ownAdd: (titles: string[]) => `Add them to ${titles.length ? listed(titles) : "the editions chosen above"}`,
  ownTakes: "This text takes cards from editions by itself, so nothing is added to it.",
  ownLearn: "How to write cards",
  ownExample: "Put the example back",
  ownFaces: "Your cards",
  ownMore: (number: number) => `and ${number} more`,
  ownFile: "Open a file",
  ownLabel: "Deck text",
  ownOk: (cards: number) => `This deck can be played: ${plural(cards, "card")}.`,
  ownProblems: (number: number) => `${plural(number, "mistake")} in this deck`,
  ownLine: (line: number, column: number) => (line ? `Line ${line}, column ${column}` : "The whole deck"),
  checking: "Checking…",
};
