/** The cards that a box for cards of one's own begins with: one of each common kind, which fit every edition. */
export const EXAMPLE = `# Cards of your own. Change them, add to them, and see them below.

marks soup

keeper "Tomato Soup" soup
    "Red, hot, and good with toast."

keeper "Pea Soup" soup
    "Green, and thick enough to stand a spoon in."

goal "Soup of the Day"
    "Have both soups."
    wins = has("Tomato Soup", "Pea Soup")

rule "Soup Bonus"
    "With a soup in front of you, draw 1 extra card."
    draws += 1 if has(soup)

action "Second Helping"
    "Draw 2. If you have a soup, play one of your cards."
    draw(2)
    if has(soup):
        play(choose(hand(you)))
`;
