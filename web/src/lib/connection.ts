/** A connection to one table that stays: it comes back by itself, says who it is, and asks for what it has missed. */
import type { FromClient, FromServer } from "./protocol";

export type Link = "connecting" | "open" | "waiting" | "closed";

export interface Listener {
  /** The first message of every new connection. */
  greet(): FromClient;
  hear(message: FromServer): void;
  /** The link changed; `retry` is in how many milliseconds the next attempt is made. */
  link(link: Link, retry: number): void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;
const HEARTBEAT = 15_000;
const PATIENCE = 10_000;

/** How long to wait before attempt number `attempt`: doubling, with a share of chance so that clients do not come in a crowd. */
export function backoff(attempt: number, chance: number = Math.random()): number {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (0.5 + chance / 2));
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private lastHeard = 0;
  private done = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    this.open();
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
  }

  /** Whether the message went out; what could not be sent is for the caller to send again once the link is open. */
  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Start over with a new greeting. */
  restart(): void {
    this.drop();
    this.attempt = 0;
    this.open();
  }

  close(): void {
    this.done = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    this.drop();
    this.listener.link("closed", 0);
  }

  private readonly now = (): void => {
    if (this.done || document.visibilityState === "hidden") return;
    if (this.socket === null) {
      clearTimeout(this.timer);
      this.open();
    } else {
      this.beat();
    }
  };

  private open(): void {
    this.listener.link("connecting", 0);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.lastHeard = Date.now();
      socket.send(JSON.stringify(this.listener.greet()));
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.beat(), HEARTBEAT);
      this.listener.link("open", 0);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.lastHeard = Date.now();
      const message = JSON.parse(event.data) as FromServer;
      if (message.type === "state") this.attempt = 0;
      if (message.type !== "pong") this.listener.hear(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.drop();
      if (!this.done) this.wait();
    };
  }

  private beat(): void {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.lastHeard > HEARTBEAT + PATIENCE) {
      this.drop();
      this.wait();
      return;
    }
    this.send({ type: "ping", number: 0 });
  }

  private wait(): void {
    this.attempt += 1;
    const retry = backoff(this.attempt);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), retry);
    this.listener.link("waiting", retry);
  }

  private drop(): void {
    clearInterval(this.heartbeat);
    const socket = this.socket;
    this.socket = null;
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }
}
