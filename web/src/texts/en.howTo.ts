/** The words of *How to play*, in English; kept apart because they are read there only. */
export const howTo = {
  title: (deck: string) => `How to play ${deck}`,
  count: (cards: number) => `${cards} cards`,
  editions: "Editions",
  mix: "Mix in or leave out:",
  print: "Print",
  begin: "To begin",
  turn: "Your turn",
  win: "To win",
  cards: "The cards",
  more: "In this deck",
  such: (cards: string[]) => ` (${cards.join(", ")})`,
  learn: "Learn by playing",
  gallery: "All the cards",
};
