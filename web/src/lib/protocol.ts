/**
 * What the page and the server say to each other: docs/protocol.md, as types.
 *
 * Written by docs/generate.py from src/changeling/web/wire; `make docs` writes it again.
 */

export const PROTOCOL = 1;

export type Kind = "basic" | "meta" | "rule" | "goal" | "ungoal" | "keeper" | "creeper" | "action" | "surprise";
export type Done = "" | "choose none" | "end the turn" | "play blind" | "let pass";
export type Sort = "card" | "play" | "use" | "seat" | "number" | "word";
export type Zone = "draw pile" | "discard pile" | "rules" | "goals" | "meta rules" | "out of the game" | "being played" | "centre" | "sealed" | "set aside" | "hand" | "keepers" | "creepers" | "face-down cards";
export type Phase = "lobby" | "playing" | "over";
export type SeatKind = "open" | "human" | "bot";
export type WindowHabit = "timed" | "ask" | "quick";
export type ShuffleStage = "none" | "open" | "commit" | "reveal" | "done";
export type Speed = "calm" | "brisk" | "at once";
export type Reaction = "applause" | "laugh" | "wow" | "sad" | "thinking" | "hurry" | "heart" | "well-played";
export type PracticeKind = "lesson" | "puzzle";
export type PuzzleKind = "win" | "only";
export type PracticeVerdict = "on" | "done" | "missed";
export type PracticeHelp = "none" | "hint" | "second hint" | "answer";

// --- values ----------------------------------------------------------------------------------------------------------

/** What a card may want to know of a player. */
export interface PersonInfo {
  birthday: boolean;
  age: number | null;
  parent: boolean;
  grandparent: boolean;
}

/** Which cards: editions, one or several mixed, and a deck text of one's own, as in a .cards file. */
export interface DeckChoice {
  parts: string[];
  text: string;
}

/** A seat: `human` leaves whoever sits there (at first, the host), `open` waits for somebody, `bot` is a bot's. */
export interface SeatChoice {
  kind: SeatKind;
  bot: string;
}

/** What the host may change before the game; what is left out stays. */
export interface Arrangement {
  deck?: DeckChoice;
  seats?: SeatChoice[];
  meta?: string[];
  first?: number | null;
  public?: boolean;
  pause?: number;
  holiday?: boolean;
  open?: boolean;
  clock?: number;
  patience?: number;
}

/** The cards of a table; the cards themselves are at /api/decks/ID. `digest` is what a record names. */
export interface DeckInfo {
  id: string;
  digest: string;
  name: string;
  title: string;
  parts: string[];
  own: boolean;
  cards: number;
  surprises: boolean;
}

/** A seat as everybody sees it. `bot` is the level of the bot that plays it now, also for somebody who is away. */
export interface SeatInfo {
  place: number;
  name: string;
  kind: SeatKind;
  bot: string;
  host: boolean;
  here: boolean;
  away: boolean;
  agrees: string[];
  person: PersonInfo;
}

/** Somebody who asks the host for a seat: a bot's by its `place`, or a new one (null). */
export interface SeatRequest {
  number: number;
  name: string;
  place: number | null;
}

/** A Meta Rule of the deck. It will be in force only if it is proposed and every player agrees; bots always do. */
export interface MetaRule {
  name: string;
  text: string;
  proposed: boolean;
  agreed: string[];
  in_force: boolean;
}

/** A start that was broken off: its fingerprint, and who had committed to a nonce and did not reveal it. */
export interface BrokenStart {
  fingerprint: string;
  silent: string[];
}

/**
 * How far the shuffle is: see docs/protocol.md, Provable shuffles. `commitments` are by seat's name.
 *
 * `stage`: `open` before a start; `commit` when players commit anew, because a start was broken off; `reveal` when all
 * that is promised is fixed, and stands in `fingerprint`; `done` from the deal on; `none` for a game without it.
 * `terms` is what was arranged besides cards and seats, as JSON. `seconds` is how long a stage may last.
 */
export interface ShuffleInfo {
  stage: ShuffleStage;
  commitments: Record<string, string>;
  terms: string;
  fingerprint: string;
  broken: BrokenStart[];
  seconds: number;
}

/**
 * A table as everybody sees it, besides the cards.
 *
 * `commitment` binds the server to its secret; `nonces` are those that players have revealed, by seat's name. `open`:
 * nobody has to ask the host for a seat. `clock`: after so many seconds a bot answers for a silent player, 0 for never.
 * `asking` are those who wait for the host's word. `speed` is that of the bots; `wins` is how often each player has won
 * at this table, by name. `patience` is after how many seconds a bot plays for somebody who is gone. `code` leads to
 * the table while it waits for players, and is empty then on. `coming` are those who are about to sit down, and
 * `screens` those that show the table to a whole room.
 */
export interface Lobby {
  table: string;
  round: number;
  phase: Phase;
  deck: DeckInfo;
  seats: SeatInfo[];
  meta: MetaRule[];
  first: number | null;
  public: boolean;
  pause: number;
  holiday: boolean;
  host: string;
  watching: number;
  odd: string[];
  commitment: string;
  nonces: Record<string, string>;
  undo: boolean;
  open: boolean;
  clock: number;
  asking: SeatRequest[];
  shuffle: ShuffleInfo;
  speed: Speed;
  wins: Record<string, number>;
  patience: number;
  code: string;
  coming: number;
  screens: number;
}

/**
 * What everybody sees of a seat. Limits are null where there is none. It misses so many of its next turns. `counters`
 * are what the player has of each counter of the deck; `out`: the player is out of the game.
 */
export interface PublicSeat {
  name: string;
  hand: number;
  keepers: string[];
  creepers: string[];
  aside: number;
  face_down: number;
  doom: number;
  misses: number;
  hand_limit: number | null;
  keeper_limit: number | null;
  counters: [string, number][];
  out: boolean;
}

/**
 * What everybody sees. Titles of cards throughout; piles top first, rules and Goals oldest first.
 *
 * `draws`, `plays`, `optional_plays` are those of whose turn it is; null means all, and of all cards to play `kept` are
 * kept. `asked` is who is asked, and empty in a window: `window` says that one is open, whether or not anybody holds a
 * Surprise. `backwards`: turns pass against the clock. `tokens` are the cards that have tokens on them, `chosen` the
 * players who have chosen in secret what is not shown yet, `remembered` the cards that remember a player or a card,
 * each with the name or the title of that.
 */
export interface Public {
  turn: string;
  turns: number;
  drawn: number;
  played: number;
  draws: number | null;
  plays: number | null;
  optional_plays: number | null;
  goals_allowed: number;
  inflation: number;
  backwards: boolean;
  seats: PublicSeat[];
  rules: string[];
  goals: string[];
  meta: string[];
  discard: string[];
  pile: number;
  playing: string[];
  used: [string, number][];
  attached: [string, string][];
  sealed: [string, string][];
  asked: string;
  window: boolean;
  over: boolean;
  winner: string | null;
  kept: number;
  tokens: [string, number][];
  chosen: string[];
  remembered: [string, string][];
  winners: string[];
}

/**
 * One thing that a Goal asks for, or with `forbidden` one that must not be in front of anybody.
 *
 * `card` is the card that the seat has for it, which may be called otherwise but counts as it, or the one in the way.
 */
export interface GoalPiece {
  name: string;
  card: string;
  forbidden: boolean;
}

/**
 * How far a seat is with a Goal in play: so much is there of what it takes. `seat` is empty for an Ungoal.
 *
 * `lacks` says what is missing or in the way, in the words for who reads it; a Goal is `met` only without that.
 * `pieces` are the things counted, the same for every seat; none where the Goal is no list of cards all of which are
 * needed.
 */
export interface GoalStanding {
  goal: string;
  seat: string;
  have: number;
  need: number;
  met: boolean;
  lacks: string;
  pieces: GoalPiece[];
}

/**
 * What only this seat sees: its hand, what it has set aside, which cards of other hands it happens to know, and which
 * of the draw pile, each with how many lie above it.
 */
export interface Own {
  seat: string;
  hand: string[];
  aside: string[];
  known: Record<string, string[]>;
  pile_known: [number, string][];
}

/**
 * One possible answer. `value` is the card's title, the seat's name, the number or the word; `meaning` says what an
 * answer that is a word does here, such as `discard none`.
 */
export interface OptionInfo {
  code: number;
  text: string;
  sort: Sort;
  value: string;
  meaning: string;
}

/**
 * A question to this seat. `seconds` says when it is passed for the seat in a window, and when a bot answers it outside
 * of one; null: it waits.
 *
 * `receiver` is the seat that gets the card that is chosen, `card` the card that the choice is made for; both are empty
 * where that is open. `done` is what the answer `done` does, empty where it is not offered. `deed` is the instruction
 * of the card that the answer goes into, empty where that is open. `ask` is the same in words: what is chosen, of whom
 * and for what.
 */
export interface Question {
  id: number;
  ask: string;
  because: string;
  about: string;
  options: OptionInfo[];
  window: boolean;
  seconds: number | null;
  receiver: string;
  card: string;
  done: Done;
  deed: string;
}

/** What becomes of a card that is being played: cancelled or not, and in front of whom it lies then, if anybody. */
export interface CardFate {
  card: string;
  cancelled: boolean;
  owner: string;
}

/**
 * What an answer leads to, by the code of its option, if nobody answers it.
 *
 * `over` says that it ends the game for certain; then `winner` is for whom, empty for nobody. In a window `fates` are
 * those of the cards of the chain.
 */
export interface Prospect {
  option: number;
  over: boolean;
  winner: string;
  fates: CardFate[];
}

/** A moment in which Surprises may be played, the same for everybody; how long it can still last if nobody holds. */
export interface Pause {
  seconds: number;
}

/** Where a card lies: a zone of the table, or one of the seat that is named. */
export interface PlaceInfo {
  zone: Zone;
  seat: string;
}

/**
 * One thing that happened, as this client may know it. `card` is empty where there is none or it was not seen.
 *
 * `origin` and `destination` are where the card came from and went to, null where none moved; `source` and `target` are
 * the same in words. `because` is the title of the card that caused it, `other` the player whose card is answered,
 * cancelled or diverted, `host` the card that `card` lies on or under; where `card` remembers something, it is one of
 * these two. `line` is the line of its text at which a card that went round in circles was stopped, else 0. `rolled` is
 * what a die of so many `sides` shows; a coin has 0 sides and shows 1 for heads, 0 for tails; of other events both are
 * -1. `answer` is what a player says or has chosen, where that is no card; `counter` what a player has more or less of,
 * empty for tokens on `card`, with the `change` and the `total`.
 */
export interface EventInfo {
  number: number;
  what: string;
  seat: string;
  card: string;
  source: string;
  target: string;
  because: string;
  clause: string;
  origin: PlaceInfo | null;
  destination: PlaceInfo | null;
  other: string;
  host: string;
  line: number;
  rolled: number;
  sides: number;
  answer: string;
  counter: string;
  change: number;
  total: number;
}

/**
 * A line of the chat. `at` is in seconds since 1970; `name` is empty for somebody who looks on.
 *
 * `kind` is `note` for what the table itself says, which nobody else can.
 */
export interface Said {
  number: number;
  name: string;
  text: string;
  at: number;
  kind: "note" | "said";
}

/**
 * What proves the shuffle: see docs/protocol.md, Provable shuffles. Numbers that scripts would round are text.
 *
 * Without a `fingerprint` it was sealed by the server only, as earlier versions did: players' nonces were not promised
 * before others were known, so that whoever ran the server could choose one.
 */
export interface Seal {
  commitment: string;
  secret: string;
  nonces: Record<string, string>;
  digest: string;
  seats: string[];
  seed: string;
  commitments: Record<string, string>;
  terms: string;
  fingerprint: string;
  broken: BrokenStart[];
}

/**
 * How the game ended. `winner` null: nobody has won. `replay` is the id of what can be shared.
 *
 * `how` says which way it ended: engine.seen.reasons.ending.How; `put away` for a game of an earlier version that
 * cannot go on here, and is shown as it stood; or empty for one that an earlier version stored. `text` tells it to
 * everybody, and `yours` to the winner. `winners` are all who have won together, `winner` first; empty for a game that
 * an earlier version stored. `counted` are the cards in front of players by which the Goal was met.
 */
export interface Ended {
  winner: string | null;
  text: string;
  because: string[];
  replay: string;
  seal: Seal | null;
  how: string;
  yours: string;
  winners: string[];
  counted: string[];
}

// --- messages --------------------------------------------------------------------------------------------------------

/**
 * The first message. With a seat's token the client holds that seat; without one it looks on.
 *
 * `since` is the number of the first event that the client has not seen; the state then tells from there on. `browser`
 * is a random text that the client keeps for this table: whoever says the same is the same person. `screen`: this
 * client has no seat, and shows the table to a whole room.
 */
export interface Hello {
  type: "hello";
  protocol?: number;
  token?: string;
  since?: number | null;
  browser?: string;
  screen?: boolean;
}

/**
 * Before the game: somebody without a seat is about to sit down, and types a name; `coming` false: not any more.
 *
 * When the game begins meanwhile, a free seat is kept for them: a bot plays it until they sit down there.
 */
export interface Approach {
  type: "approach";
  coming?: boolean;
}

/**
 * Take a free seat, or a bot's, and be called `name`. In a running game `place` null joins anew (SETUP-7).
 *
 * Where the host has to be asked first, the answer is `waiting`, and `seated` or an error comes later.
 */
export interface Sit {
  type: "sit";
  name: string;
  place?: number | null;
  person?: PersonInfo | null;
}

/** The host's answer to somebody who asks for a seat: the number of the request, and whether they may have it. */
export interface Admit {
  type: "admit";
  request: number;
  accept: boolean;
}

/**
 * The host removes a player for good. The seat is the named bot's from then on; with no bot it is free.
 *
 * In a game a bot plays a free seat until the game is over.
 */
export interface Remove {
  type: "remove";
  place: number;
  bot?: string;
}

/** Before the game: another name, or what cards may want to know of a player. */
export interface Introduce {
  type: "introduce";
  name?: string | null;
  person?: PersonInfo | null;
}

/** The host, before the game: change what is given, leave the rest. */
export interface Arrange {
  type: "arrange";
  change: Arrangement;
}

/** The Meta Rules that this player agrees to, all of them; what is not named is not agreed to (any more). */
export interface Agree {
  type: "agree";
  meta: string[];
}

/** Before the game: the fingerprint of this seat's nonce, which the client has drawn and keeps to itself so far. */
export interface Commit {
  type: "commit";
  commitment: string;
}

/** At the start, when everybody's commitments are fixed: the nonce that this seat has committed to. */
export interface Reveal {
  type: "reveal";
  nonce: string;
}

/**
 * The host begins the game. Open seats are left out; with one player alone that is refused.
 *
 * The game begins as soon as all who have committed to a nonce have revealed it; where nobody has, at once.
 */
export interface Start {
  type: "start";
}

/** The answer to a question: its id, and the code of one of its options. */
export interface Answer {
  type: "answer";
  question: number;
  option: number;
}

/** More time to answer in a window. Everybody who is asked may say it, whatever they hold. */
export interface Hold {
  type: "hold";
  question: number;
}

/** How this seat wants to be asked in windows. */
export interface Habit {
  type: "habit";
  windows: WindowHabit;
}

/** The host: how fast the bots play, from now on. */
export interface Pace {
  type: "pace";
  speed: Speed;
}

/** Ask what each answer to a question that is put to this seat would lead to; the answer is `foreseen`. */
export interface Foresee {
  type: "foresee";
  question: number;
}

/** Ask why a number is what it is, a player has not won yet, or a card cannot be played. `seat` is whose number. */
export interface Why {
  type: "why";
  about: string;
  seat?: string | null;
}

/** A line for everybody at the table. */
export interface Say {
  type: "say";
  text: string;
}

/** A quick reaction; nothing is kept of it. */
export interface React {
  type: "react";
  reaction: Reaction;
}

/** Take back to one's own last choice. Only where all the other players are bots. */
export interface Undo {
  type: "undo";
}

/** Get up. Before the game the seat is free again; in a game a bot plays for it until `back`. */
export interface Leave {
  type: "leave";
}

/** Play for oneself again. A `hello` with the seat's token says the same. */
export interface Back {
  type: "back";
}

/** After the game: the same table, the same seats and tokens, back in the lobby with a new shuffle to come. */
export interface Rematch {
  type: "rematch";
}

/** Send the whole state again. */
export interface Resync {
  type: "resync";
  since?: number | null;
}

/** Check the connection; answered by `pong` with the same number. */
export interface Ping {
  type: "ping";
  number?: number;
}

/**
 * The answer to `hello`; a `state` follows at once. `place` is null for those who look on.
 *
 * `stood_in` is the number of the first event of what a bot has played for this seat since its player last chose
 * something; null where nothing was.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  table: string;
  place: number | null;
  name: string;
  host: boolean;
  windows: WindowHabit;
  stood_in: number | null;
}

/**
 * Everything a client needs to show the table from nothing. `public` is null before the first game.
 *
 * `events` are the last ones, numbered; earlier ones than `events[0].number` happened too. `standings` say how far
 * everybody is with the Goals in play.
 */
export interface State {
  type: "state";
  seq: number;
  lobby: Lobby;
  public: Public | null;
  own: Own | null;
  question: Question | null;
  pause: Pause | null;
  events: EventInfo[];
  chat: Said[];
  ended: Ended | null;
  standings: GoalStanding[];
}

/**
 * The game went on: the whole view again, and what happened since the last update. Who is asked something is sent it at
 * once, all others at most twenty times a second. `standings` are null where they are as this connection was told last,
 * and where they were told less than a quarter of a second ago: then those that are so now follow, if they are others,
 * as `standings` or with a later update.
 */
export interface Update {
  type: "update";
  seq: number;
  public: Public;
  own: Own | null;
  question: Question | null;
  pause: Pause | null;
  events: EventInfo[];
  standings: GoalStanding[] | null;
}

/** How far everybody is with the Goals in play, where the last update did not say. */
export interface Standings {
  type: "standings";
  seq: number;
  standings: GoalStanding[];
}

/** Who sits where, who is there, or what is arranged has changed. */
export interface LobbyChanged {
  type: "lobby";
  seq: number;
  lobby: Lobby;
}

/** Only to the client that sat down (or got up: `place` null): the token that this seat is held by from now on. */
export interface Seated {
  type: "seated";
  place: number | null;
  name: string;
  token: string;
  host: boolean;
}

/** Only to a client that wants to sit: the host is asked first. `place` is null for a new seat. */
export interface Waiting {
  type: "waiting";
  name: string;
  place: number | null;
}

/**
 * What everybody is told about somebody: `host`, is the host now; `removed`, was removed by the host; `late`, was
 * silent for longer than the table's clock allows, so that a bot has answered.
 */
export interface Told {
  type: "told";
  what: "host" | "late" | "removed";
  name: string;
}

/** The answer is written down for good. Sent after it is in the store, before the update. */
export interface Accepted {
  type: "accepted";
  question: number;
}

/** An answer in a window has arrived and waits for its turn. It may be changed until it is accepted. */
export interface Noted {
  type: "noted";
  question: number;
  option: number;
}

/** The answer to `why`: a sentence or two, and the cards and clauses it rests on. */
export interface Reason {
  type: "reason";
  about: string;
  seat: string | null;
  text: string;
  because: string[];
}

/**
 * What each answer to a question would lead to, as far as this seat can know; empty where it is not asked (any more).
 */
export interface Foreseen {
  type: "foreseen";
  question: number;
  prospects: Prospect[];
}

/** A new line of the chat. */
export interface Chat {
  type: "chat";
  said: Said;
}

/** A reaction of somebody at the table. */
export interface Reacted {
  type: "reacted";
  name: string;
  reaction: Reaction;
}

/** The game has ended; follows the last update. */
export interface GameOver {
  type: "over";
  seq: number;
  ended: Ended;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  number: number;
}

/**
 * What was asked for was not done. `code` is one of docs/protocol.md; `about` is the `type` of the message meant.
 *
 * `question` is the id that a refused answer named.
 */
export interface Error {
  type: "error";
  code: string;
  message: string;
  about: string;
  question: number | null;
}

// --- over HTTP -------------------------------------------------------------------------------------------------------

/** Check a deck before a game: for so many seats and with these Meta Rules, where given. */
export interface CheckDeck {
  deck: DeckChoice;
  seats: number | null;
  meta: string[];
}

/**
 * Make a table. The first seat is the host's, whose name is `name`; `first` is the place that begins, if chosen.
 *
 * `open`: others may join the running game, or take a bot's seat, without asking the host. `patience` null: as the
 * server has it.
 */
export interface MakeTable {
  name: string;
  deck: DeckChoice;
  seats: SeatChoice[];
  meta: string[];
  first: number | null;
  public: boolean;
  pause: number;
  holiday: boolean;
  open: boolean;
  clock: number;
  patience: number | null;
  person: PersonInfo;
}

/** Play on from a position of a replay, in the seat `place`, with bots in the others. */
export interface Fork {
  moves: number;
  place: number;
  bot: string;
}

/**
 * What a replay's file holds besides the record: its deck, how it ended, and the seal of its shuffle.
 *
 * `engine` is the number of the engine that played it, 0 where an earlier version wrote the file.
 */
export interface ReplaySource {
  deck: DeckChoice | null;
  winner: string | null;
  over: boolean;
  seal: Seal | null;
  engine: number;
}

/**
 * A replay as it is saved: how the game was made, every answer, and its deck.
 *
 * A move is the text of an option, its code, or `+ NAME` for a player who joined. `moment` is the day and the hour of a
 * game whose cards ask for them, such as 2026-10-31T20:15. A replay that begins from a position (`table`) is not taken:
 * what is brought is played from its beginning.
 */
export interface ReplayFile {
  changeling: 1;
  deck: string[];
  digest: string;
  seats: string[];
  seed: number;
  moves: (string | number)[];
  meta: string[];
  first: string | null;
  holiday: boolean;
  moment: string;
  polite: boolean;
  people: Record<string, PersonInfo>;
  web: ReplaySource;
  table: string;
}

/** The server runs, and its store answers. */
export interface Health {
  status: string;
  tables: number;
  clients: number;
}

/** A bot by its name, which is its level. */
export interface BotInfo {
  name: string;
}

/** Something that a server needs; `wrong` says what is wrong with it, and is empty where nothing is. */
export interface CheckResult {
  name: string;
  wrong: string;
}

/** Whether a server can take people in: at /readyz, with status 200 or 503. */
export interface Readiness {
  ready: boolean;
  checks: CheckResult[];
}

/** Facts about the server. `addresses` are those at which others on the same network reach it, if any. */
export interface ServerInfo {
  version: string;
  protocol: number;
  addresses: string[];
  bots: BotInfo[];
  reactions: Reaction[];
  least_seats: number;
  most_seats: number;
  pause: number;
}

/** How many cards of a kind there are, how many different ones, and how many are our own stand-ins. */
export interface KindCount {
  kind: Kind;
  cards: number;
  different: number;
  house: number;
}

/** A Meta Rule that players can agree on. */
export interface MetaInfo {
  name: string;
  text: string;
}

/** An edition on the shelf; its cards are at /api/decks/ID. */
export interface EditionInfo {
  name: string;
  title: string;
  year: number;
  publisher: string;
  blurb: string;
  cards: number;
  kinds: KindCount[];
  meta: MetaInfo[];
  surprises: boolean;
  id: string;
  digest: string;
}

/** All editions. */
export interface Editions {
  editions: EditionInfo[];
}

/**
 * A card. `title` is unique in its deck: a second copy is `Name #2`. `needs` and `forbids` are what a Goal names.
 *
 * `rulings` are short sentences, each the title of a scenario that proves how the card is read. A Keeper or Creeper
 * with a `power` does more than lie there: its text says what.
 */
export interface CardInfo {
  id: number;
  title: string;
  name: string;
  copy: number;
  kind: Kind;
  slot: string;
  marks: string[];
  text: string;
  house: boolean;
  reading: string;
  needs: string[];
  forbids: string[];
  counts_as: string;
  edition: string;
  rulings: string[];
  other_side: string;
  power: boolean;
}

/** Every card of a deck, the Basic Rules first. */
export interface DeckCards {
  id: string;
  digest: string;
  name: string;
  title: string;
  cards: CardInfo[];
}

/** Something wrong in a deck text; line and column count from 1, and are 0 where no place can be named. */
export interface ProblemInfo {
  line: number;
  column: number;
  message: string;
}

/** Something wrong (`error`) or odd (`odd`) with a deck as a whole. */
export interface OddityInfo {
  kind: string;
  heading: string;
  card: string;
  text: string;
  severity: string;
}

/** What is in a deck, and what is wrong or odd with it. With problems there are no cards to count. */
export interface DeckReport {
  playable: boolean;
  id: string;
  digest: string;
  title: string;
  cards: number;
  kinds: KindCount[];
  sources: Record<string, number>;
  meta: MetaInfo[];
  problems: ProblemInfo[];
  oddities: OddityInfo[];
}

/** A table was made. Whoever has the token holds the seat, so keep it out of links that are shared. */
export interface Made {
  table: string;
  place: number;
  token: string;
}

/** A public table in the list. */
export interface TableLine {
  table: string;
  host: string;
  deck: string;
  phase: Phase;
  seats: number;
  humans: number;
  bots: number;
  open: number;
  watching: number;
}

/** The public tables, newest first. */
export interface Tables {
  tables: TableLine[];
}

/**
 * A table as everybody may see it before sitting down. In a game, whose turn it is and who is asked; in a Surprise
 * window, which asks several, nobody is named.
 */
export interface TableInfo {
  lobby: Lobby;
  turn: string;
  asked: string;
}

/** The table that a short code leads to. */
export interface TableFound {
  table: string;
}

/** A table with every hand open, by seat's name. `piled` is the draw pile, top first. */
export interface Scene extends Public {
  hands: Record<string, string[]>;
  set_aside: Record<string, string[]>;
  piled: string[];
}

/** A position: after `moves` moves. `changes` holds the parts of the scene that differ from the frame before. */
export interface Frame {
  moves: number;
  seat: string;
  answer: string;
  ask: string;
  events: EventInfo[];
  changes: Partial<Scene>;
}

/**
 * A page of a game to look back on, every hand open. The `changes` of its first frame are a whole `Scene`.
 *
 * `moves` is how many moves the game has, `next` the `from` of the next page; with the last page comes how it ended.
 */
export interface Replay {
  replay: string;
  deck: string;
  title: string;
  seats: string[];
  begun: number;
  ended: Ended | null;
  frames: Frame[];
  moves: number;
  next: number | null;
}

/** A replay was stored; it can be shared by this id. */
export interface Shared {
  replay: string;
}

/** Why something was not done: a stable code, a sentence, and the places in a deck text, if it is about one. */
export interface Refusal {
  code: string;
  message: string;
  problems: ProblemInfo[];
}

/** The body of every answer that is not a success. */
export interface Refused {
  error: Refusal;
}

// --- practice --------------------------------------------------------------------------------------------------------

/**
 * Play a step of a lesson, or a puzzle, up to these answers, each by the code of its option; all of it is played anew
 * for every request. `why`: explain a number or a player's standing there.
 */
export interface Practise {
  kind: PracticeKind;
  name: string;
  step: number;
  answers: number[];
  help: PracticeHelp;
  why: string;
}

/** A lesson, and how many steps it has. */
export interface LessonInfo {
  name: string;
  title: string;
  about: string;
  steps: number;
}

/** A puzzle: its grade, the title of its deck, and how many answers its shortest way has. */
export interface PuzzleInfo {
  id: string;
  title: string;
  grade: number;
  deck: string;
  length: number;
  kind: PuzzleKind;
}

/** All lessons and puzzles, and the puzzle of the day: the same for everybody, by the day in Greenwich. */
export interface PracticeList {
  lessons: LessonInfo[];
  puzzles: PuzzleInfo[];
  day: string;
  today: string;
}

/**
 * A step or a puzzle after some answers, as the learner sees it.
 *
 * `says` is what there is to learn, `task` what to do. `verdict` judges the last answer: where it has missed, `answer`
 * says so, `reason` says why not, and `keep` is how many of the answers to go on with. `events` is what the last answer
 * led to. `next` is the code of an answer that leads on, where that was asked for.
 */
export interface Practice {
  title: string;
  says: string;
  task: string;
  steps: number;
  grade: number;
  deck: string;
  me: string;
  public: Public;
  own: Own;
  standings: GoalStanding[];
  question: Question | null;
  events: EventInfo[];
  verdict: PracticeVerdict;
  answer: string;
  reason: string;
  because: string[];
  keep: number;
  hint: string;
  next: number | null;
}

/** A line of *How to play*: what it says, the clauses that it rests on, and names of cards that it is about. */
export interface HowToLine {
  text: string;
  clauses: string[];
  cards: string[];
}

/** A kind of card: how many there are, what is done with them, and the title of one to look at. */
export interface HowToKind {
  kind: Kind;
  count: number;
  text: string;
  clauses: string[];
  card: string;
}

/** How a deck is played, on one page; `deck` is where its cards are: /api/decks/ID. */
export interface HowTo {
  deck: string;
  title: string;
  cards: number;
  begin: HowToLine[];
  turn: HowToLine[];
  win: HowToLine[];
  kinds: HowToKind[];
  more: HowToLine[];
}

// --- all messages ----------------------------------------------------------------------------------------------------

export type FromClient =
  | Hello
  | Approach
  | Sit
  | Admit
  | Remove
  | Introduce
  | Arrange
  | Agree
  | Commit
  | Reveal
  | Start
  | Answer
  | Hold
  | Habit
  | Pace
  | Foresee
  | Why
  | Say
  | React
  | Undo
  | Leave
  | Back
  | Rematch
  | Resync
  | Ping;

export type FromServer =
  | Welcome
  | State
  | Update
  | Standings
  | LobbyChanged
  | Seated
  | Waiting
  | Told
  | Accepted
  | Noted
  | Reason
  | Foreseen
  | Chat
  | Reacted
  | GameOver
  | Pong
  | Error;
