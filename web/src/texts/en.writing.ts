/** The page about writing cards, in English; kept apart because few open it. Each `code` is a deck text that works. */
export interface Step { title: string; text: string; code: string }

export const writing = {
  title: "How to write cards",
  lead: "A card is a few lines: what it is, what it is called, what it says, and what it does. Write them in the box “My own cards” on the first page; they are checked while you type.",
  back: "To the first page",
  tryIt: "Write cards now",
  steps: [
    {
      title: "A Keeper",
      text: "The first line says which kind of card it is and what it is called. The line below it is what stands on the card. A Keeper needs nothing more.",
      code: 'keeper "Tomato Soup"\n    "Red, hot, and good with toast."\n\nkeeper "Garlic Bread"\n    "Best while it is warm."\n',
    },
    {
      title: "A Goal",
      text: "`wins =` says who wins with it: here whoever has both cards. Other cards are named in quotation marks, also those of the editions that yours are added to.",
      code: 'keeper "Tomato Soup"\n    "Red, hot, and good with toast."\n\nkeeper "Garlic Bread"\n    "Best while it is warm."\n\ngoal "Lunch"\n    "Have Tomato Soup and Garlic Bread."\n    wins = has("Tomato Soup", "Garlic Bread")\n',
    },
    {
      title: "A mark",
      text: "Words that you list after `marks` can follow a card's name. Others ask for them: here any soup will do.",
      code: 'marks soup\n\nkeeper "Tomato Soup" soup\n    "Red, hot, and good with toast."\n\nkeeper "Pea Soup" soup\n    "Green, and thick enough to stand a spoon in."\n\ngoal "Soup Kitchen"\n    "Have two soups."\n    wins = count(keepers(you, soup)) >= 2\n',
    },
    {
      title: "A New Rule",
      text: "A rule is a formula that is read again whenever something moves. `draws` and `plays` are the numbers of everybody's turn; the moment the condition fails, the bonus is gone.",
      code: 'rule "Poor Relation"\n    "With no Keepers, draw 1 extra card."\n    draws += 1 if count(keepers(you)) == 0\n',
    },
    {
      title: "An Action",
      text: "An Action does one thing after the other. `choose` asks the player; what cannot be done is left out.",
      code: 'action "Second Helping"\n    "Draw 2 cards, then take a Keeper from somebody."\n    draw(2)\n    take(choose(keepers(others)))\n',
    },
  ] as Step[],
  numbersTitle: "Numbers",
  numbers: "A digit is a printed numeral, and cards such as Inflation change it; a number word such as `two` stays as it is.",
  moreTitle: "More words",
  more: "On the command line, `changeling words` lists all words of the language, `changeling card \"Draw 3\"` shows the source of any card, and `changeling deck new my.cards` begins a deck with an example of each kind.",
};
