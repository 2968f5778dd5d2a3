/** What the Goals in play ask for, and who has it. */
import type { Card } from "../cards/card";
import type { GoalStanding, Own, Public } from "./protocol";

export interface Piece {
  name: string;
  /** The card that somebody has for it, which may only count as it; empty for none. */
  card: string;
  /** Who has it in front of them; empty for nobody. */
  owner: string;
  mine: boolean;
  inHand: boolean;
  forbidden: boolean;
}

export interface Aim {
  card: Card;
  pieces: Piece[];
  /** Whether the pieces say all that its text says: `Have Milk and Cookies.` */
  plain: boolean;
}

type Cards = ReadonlyMap<string, Card>;

/** A Goal's pieces as somebody sees them: one's own card is better news than another's. None where the server names none. */
export function piecesOf(goal: string, standings: readonly GoalStanding[], view: Public, own: Own | null, cards: Cards): Piece[] {
  const me = own?.seat ?? "";
  const all = standings.filter((one) => one.goal === goal).sort((one, other) => Number(other.seat === me) - Number(one.seat === me));
  return (all[0]?.pieces ?? []).map(({ name, forbidden }, i) => {
    const card = all.map((one) => one.pieces[i]?.card ?? "").find(Boolean) ?? "";
    const owner = view.seats.find((seat) => seat.keepers.includes(card) || seat.creepers.includes(card))?.name ?? "";
    const inHand = own?.hand.some((title) => [cards.get(title)?.name, cards.get(title)?.counts_as].includes(name)) ?? false;
    return { name, card, owner, mine: owner !== "" && owner === me, inHand, forbidden };
  });
}

export function aimsOf(standings: readonly GoalStanding[], view: Public, own: Own | null, cards: Cards): Aim[] {
  const found: Aim[] = [];
  for (const title of view.goals) {
    const card = cards.get(title);
    if (!card) continue;
    const pieces = piecesOf(title, standings, view, own, cards);
    found.push({ card, pieces, plain: saysOnly(card.text, pieces) });
  }
  return found;
}

/** Whether a Goal's text says no more than which cards to have. */
export function saysOnly(text: string, pieces: readonly Piece[]): boolean {
  return text === `Have ${pieces.map(({ name }) => name).join(" and ")}.`;
}

/** The Goals in play, and those in one's hand, that a Keeper or Creeper is wanted for. */
export function wantedFor(card: Card, view: Public, own: Own | null, cards: Cards): { inPlay: string[]; inHand: string[] } {
  const wanting = (titles: string[]) => titles.filter((title) => cards.get(title)?.needs.includes(card.name));
  return { inPlay: wanting(view.goals), inHand: own ? wanting(own.hand) : [] };
}
