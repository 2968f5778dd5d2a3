/** What the page and the server say to each other: docs/protocol.md, as types. */
import type { Kind } from "../cards/card";

export const PROTOCOL = 1;

export type Phase = "lobby" | "playing" | "over";
export type WindowHabit = "timed" | "ask" | "quick";
export type Reaction = "applause" | "laugh" | "wow" | "sad" | "thinking" | "hurry" | "heart" | "well-played";

export interface Person { birthday: boolean; age: number | null; parent: boolean; grandparent: boolean }
export interface DeckChoice { parts: string[]; text: string }
export interface SeatChoice { kind: "human" | "open" | "bot"; bot: string }
export interface Arrangement {
  deck?: DeckChoice; seats?: SeatChoice[]; meta?: string[]; first?: number | null; public?: boolean; pause?: number;
  holiday?: boolean;
}
export interface DeckInfo {
  id: string; digest: string; name: string; title: string; parts: string[]; own: boolean; cards: number; surprises: boolean;
}
export interface SeatInfo {
  place: number; name: string; kind: "open" | "human" | "bot"; bot: string; host: boolean; here: boolean; away: boolean;
  agrees: string[]; person: Person;
}
export interface MetaRule { name: string; text: string; proposed: boolean; agreed: string[]; in_force: boolean }
export interface Lobby {
  table: string; round: number; phase: Phase; deck: DeckInfo; seats: SeatInfo[]; meta: MetaRule[]; first: number | null;
  public: boolean; pause: number; holiday: boolean; host: string; watching: number; odd: string[]; commitment: string;
  nonces: Record<string, string>; undo: boolean;
}
export interface PublicSeat {
  name: string; hand: number; keepers: string[]; creepers: string[]; aside: number; face_down: number; doom: number;
  hand_limit: number | null; keeper_limit: number | null;
}
export interface Public {
  turn: string; turns: number; drawn: number; played: number; draws: number | null; plays: number | null;
  optional_plays: number | null; goals_allowed: number; inflation: number; seats: PublicSeat[]; rules: string[];
  goals: string[]; meta: string[]; discard: string[]; pile: number; playing: string[]; used: [string, number][];
  attached: [string, string][]; sealed: [string, string][]; asked: string; window: boolean; over: boolean;
  winner: string | null;
}
export interface Own { seat: string; hand: string[]; aside: string[]; known: Record<string, string[]> }
export type Sort = "play" | "use" | "card" | "seat" | "number" | "word";
export interface Option { code: number; text: string; sort: Sort; value: string }
export type Done = "" | "choose none" | "end the turn" | "play blind" | "let pass";
export interface Question {
  id: number; ask: string; because: string; about: string; options: Option[]; window: boolean; seconds: number | null;
  receiver: string; card: string; done: Done;
}
export interface Pause { seconds: number }
export type Zone =
  | "draw pile" | "discard pile" | "rules" | "goals" | "meta rules" | "out of the game" | "being played" | "centre" | "sealed"
  | "set aside" | "hand" | "keepers" | "creepers" | "face-down cards";
export interface PlaceInfo { zone: Zone; seat: string }
export interface Happening {
  number: number; what: string; seat: string; card: string; source: string; target: string; because: string; clause: string;
  origin: PlaceInfo | null; destination: PlaceInfo | null;
}
export interface Said { number: number; name: string; text: string; at: number }
export interface Seal {
  commitment: string; secret: string; nonces: Record<string, string>; digest: string; seats: string[]; seed: string;
}
export interface Ended { winner: string | null; text: string; because: string[]; replay: string; seal: Seal | null }

export type FromClient =
  | { type: "hello"; protocol: number; token?: string; since?: number }
  | { type: "nonce"; nonce: string }
  | { type: "sit"; name: string; place: number | null; person?: Person }
  | { type: "introduce"; name?: string; person?: Person }
  | { type: "arrange"; change: Arrangement }
  | { type: "agree"; meta: string[] }
  | { type: "start" }
  | { type: "answer"; question: number; option: number }
  | { type: "hold"; question: number }
  | { type: "habit"; windows: WindowHabit }
  | { type: "why"; about: string; seat?: string }
  | { type: "say"; text: string }
  | { type: "react"; reaction: Reaction }
  | { type: "undo" }
  | { type: "leave" }
  | { type: "back" }
  | { type: "rematch" }
  | { type: "resync"; since?: number }
  | { type: "ping"; number: number };

export interface Welcome {
  type: "welcome"; protocol: number; version: string; table: string; place: number | null; name: string; host: boolean;
  windows: WindowHabit;
}
export interface State {
  type: "state"; seq: number; lobby: Lobby; public: Public | null; own: Own | null; question: Question | null;
  pause: Pause | null; events: Happening[]; chat: Said[]; ended: Ended | null;
}
export interface Update {
  type: "update"; seq: number; public: Public; own: Own | null; question: Question | null; pause: Pause | null;
  events: Happening[];
}
export interface Reason { type: "reason"; about: string; seat: string | null; text: string; because: string[] }
export interface Refusal { type: "error"; code: string; message: string; about: string; question: number | null }

export type FromServer =
  | Welcome
  | State
  | Update
  | { type: "lobby"; seq: number; lobby: Lobby }
  | { type: "seated"; place: number | null; name: string; token: string; host: boolean }
  | { type: "accepted"; question: number }
  | { type: "noted"; question: number; option: number }
  | Reason
  | { type: "chat"; said: Said }
  | { type: "reacted"; name: string; reaction: Reaction }
  | { type: "over"; seq: number; ended: Ended }
  | { type: "pong"; number: number }
  | Refusal;

// --- over HTTP ------------------------------------------------------------------------------------------------------
export interface ServerInfo {
  version: string; protocol: number; addresses: string[]; bots: { name: string }[]; reactions: Reaction[];
  least_seats: number; most_seats: number; pause: number;
}
export interface KindCount { kind: Kind; cards: number; different: number; house: number }
export interface EditionInfo {
  name: string; title: string; year: number; publisher: string; blurb: string; cards: number; kinds: KindCount[];
  meta: { name: string; text: string }[]; surprises: boolean; id: string; digest: string;
}
export interface CardInfo {
  id: number; title: string; name: string; copy: number; kind: Kind; slot: string; marks: string[]; text: string;
  house: boolean; reading: string; needs: string[]; forbids: string[]; counts_as: string; edition: string; rulings: string[];
}
export interface DeckCards { id: string; digest: string; name: string; title: string; cards: CardInfo[] }
export interface Problem { line: number; column: number; message: string }
export interface Oddity { kind: string; heading: string; card: string; text: string; severity: string }
export interface DeckReport {
  playable: boolean; id: string; digest: string; title: string; cards: number; kinds: KindCount[];
  sources: Record<string, number>; meta: { name: string; text: string }[]; problems: Problem[]; oddities: Oddity[];
}
export interface MakeTable {
  name: string; deck: DeckChoice; seats: SeatChoice[]; meta: string[]; first: number | null; public: boolean; pause: number;
  holiday: boolean; person: Person;
}
export interface Made { table: string; place: number; token: string }
export interface TableLine {
  table: string; host: string; deck: string; phase: Phase; seats: number; humans: number; bots: number; open: number;
  watching: number;
}
export interface Frame {
  moves: number; seat: string; answer: string; ask: string; events: Happening[]; changes: Partial<Scene>;
}
export interface Scene extends Public {
  hands: Record<string, string[]>; piled: string[]; set_aside: Record<string, string[]>;
}
export interface Replay {
  replay: string; deck: string; title: string; seats: string[]; begun: number; ended: Ended | null; frames: Frame[];
}
