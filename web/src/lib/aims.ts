/** What the Goals in play ask for, and who has it. */
import type { Card } from "../cards/card";
import type { Own, Public } from "./protocol";

export interface Piece {
  name: string;
  /** Who has it in front of them; empty for nobody. */
  owner: string;
  mine: boolean;
  inHand: boolean;
  forbidden: boolean;
}

export interface Aim { card: Card; pieces: Piece[] }

type Cards = ReadonlyMap<string, Card>;

function ownerOf(view: Public, cards: Cards, name: string, first: string): string {
  const seats = [...view.seats].sort((a, b) => Number(b.name === first) - Number(a.name === first));
  const has = (titles: string[]) => titles.some((title) => cards.get(title)?.name === name);
  return seats.find((seat) => has(seat.keepers) || has(seat.creepers))?.name ?? "";
}

/** A Goal's pieces as somebody sees them: one's own card is better news than another's. */
export function piecesOf(card: Card, view: Public, own: Own | null, cards: Cards): Piece[] {
  const me = own?.seat ?? "";
  const piece = (name: string, forbidden: boolean): Piece => {
    const owner = ownerOf(view, cards, name, me);
    const inHand = own?.hand.some((title) => cards.get(title)?.name === name) ?? false;
    return { name, owner, mine: owner !== "" && owner === me, inHand, forbidden };
  };
  return [...card.needs.map((name) => piece(name, false)), ...card.forbids.map((name) => piece(name, true))];
}

export function aimsOf(view: Public, own: Own | null, cards: Cards): Aim[] {
  const found: Aim[] = [];
  for (const title of view.goals) {
    const card = cards.get(title);
    if (card) found.push({ card, pieces: piecesOf(card, view, own, cards) });
  }
  return found;
}

/** The Goals in play, and those in one's hand, that a Keeper or Creeper is wanted for. */
export function wantedFor(card: Card, view: Public, own: Own | null, cards: Cards): { inPlay: string[]; inHand: string[] } {
  const wanting = (titles: string[]) => titles.filter((title) => cards.get(title)?.needs.includes(card.name));
  return { inPlay: wanting(view.goals), inHand: own ? wanting(own.hand) : [] };
}
