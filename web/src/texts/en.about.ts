/** The page about Changeling, in English; kept apart because few open it. */
export const about = {
  title: "About Changeling",
  intro: "Changeling is an open home for card games whose rules change while they are played: five editions of Fluxx, one of our own, any mix of them, and cards that people write themselves.",
  unofficialTitle: "Unofficial",
  unofficial: "Fluxx is a trademark of Looney Labs. Changeling is an independent, unofficial project, made by fans and not endorsed by Looney Labs or by any other publisher. The texts of all cards are in our own words; cards marked “house” are our own. If you like the game, buy it: printed cards are a joy.",
  creditsTitle: "Credits",
  icons: "Icons of Keepers and Creepers: game-icons.net by Lorc, Delapouite and contributors, CC BY 3.0, unchanged but for colour.",
  font: "Headings are set in Fraunces, by the Fraunces Project Authors, SIL Open Font License 1.1.",
  sounds: "Sounds are made on the spot by the page itself, of plain waves and noise: by Changeling, under its own licence.",
  libraries: "Built with Svelte, Vite and uqr, all under the MIT licence.",
  privacyTitle: "What is kept",
  privacy: "No account, no cookies, no tracking, and no request to any other host. Your browser keeps your settings and the keys to your seats; the server keeps the games.",
  shuffleTitle: "Fair shuffles",
  shuffle: "Before each game the server and each player's browser promise a random number each, by its fingerprint. Only when all are promised are the players' numbers shown. The cards follow from all of them together, so nobody can choose them; at the end the server's number is shown too, and your browser checks all of it.",
  keysTitle: "By keyboard",
  keys: ["Tab and Shift+Tab go from thing to thing; arrow keys go along your hand and other rows.", "Enter plays a card where Undo can take it back; elsewhere it reads the card, and Enter once more plays it. i reads a card, Escape closes.", "Screen readers are told what happened, and at once when something is asked of you."],
  licence: "Changeling is free software under the MIT licence.",
};
