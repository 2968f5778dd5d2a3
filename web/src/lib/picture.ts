/** A picture of the final table to share: who won and how, and what lay in front of everybody. Drawn here, sent nowhere. */
import type { Card } from "../cards/card";
import { iconOf } from "../cards/icons.svelte";
import { texts } from "../texts";
import type { Public } from "./protocol";

export interface Final { title: string; why: string; deck: string; view: Public; winners: string[]; cards: ReadonlyMap<string, Card> }

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 48;

export function drawPicture(final: Final): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (context) new Drawing(context, final).draw();
  return canvas;
}

class Drawing {
  private readonly style = getComputedStyle(document.documentElement);
  constructor(private readonly c: CanvasRenderingContext2D, private readonly final: Final) {}

  draw(): void {
    const { c, final } = this;
    c.fillStyle = this.colour("--ground");
    c.fillRect(0, 0, WIDTH, HEIGHT);
    c.fillStyle = this.colour("--felt");
    c.beginPath();
    c.roundRect(16, 16, WIDTH - 32, HEIGHT - 32, 28);
    c.fill();
    this.words(final.title, MARGIN, 96, 60, "--ink", WIDTH - 2 * MARGIN, this.style.getPropertyValue("--display"));
    this.lines(final.why, MARGIN, 142, 26, 2);
    const goals = final.view.goals.map((title) => final.cards.get(title)?.name ?? title).join(" · ");
    if (goals) this.words(`${final.view.goals.length > 1 ? texts.table.goals : texts.kinds.goal}: ${goals}`, MARGIN, 222, 26, "--goal-text", WIDTH - 2 * MARGIN);
    const row = Math.min(84, 320 / final.view.seats.length);
    final.view.seats.forEach((_, i) => this.seat(i, 246 + i * row, row - 8));
    this.words(`${texts.name} · ${final.deck}`, MARGIN, HEIGHT - 36, 22, "--ink-soft", WIDTH - 2 * MARGIN);
  }

  private seat(place: number, top: number, height: number): void {
    const { c, final } = this;
    const seat = final.view.seats[place];
    if (!seat) return;
    const won = final.winners.includes(seat.name);
    c.fillStyle = this.colour("--surface");
    c.strokeStyle = won ? this.colour("--glow") : this.colour("--line");
    c.lineWidth = won ? 5 : 2;
    c.beginPath();
    c.roundRect(MARGIN, top, WIDTH - 2 * MARGIN, height, 16);
    c.fill();
    c.stroke();
    this.words(seat.name, MARGIN + 18, top + height / 2 + 9, 26, "--ink", 190);
    let left = MARGIN + 220;
    for (const title of [...seat.keepers, ...seat.creepers]) {
      const card = final.cards.get(title);
      if (!card || left > WIDTH - MARGIN - 130) break;
      left += this.tile(card, left, top + 6, height - 12);
    }
  }

  /** One Keeper or Creeper; gives how wide it is. */
  private tile(card: Card, left: number, top: number, size: number): number {
    const { c } = this;
    const icon = Math.min(size, 44);
    c.fillStyle = this.colour(`--${card.kind}-text`);
    const path = /\bd="([^"]+)"/.exec(iconOf(card.name, card.edition) ?? "")?.[1];
    if (path) {
      c.save();
      c.translate(left, top + (size - icon) / 2);
      c.scale(icon / 512, icon / 512);
      c.fill(new Path2D(path));
      c.restore();
    }
    this.words(card.name, left + icon + 6, top + size / 2 + 7, 20, "--ink", 150);
    return icon + 26 + Math.min(150, c.measureText(card.name).width);
  }

  private lines(text: string, left: number, top: number, size: number, most: number): void {
    const { c } = this;
    c.font = `500 ${size}px ${this.style.getPropertyValue("--body")}`;
    const rows: string[] = [""];
    for (const word of text.split(" ")) {
      const longer = `${rows.at(-1)} ${word}`.trim();
      if (c.measureText(longer).width > WIDTH - 2 * MARGIN) rows.push(word);
      else rows[rows.length - 1] = longer;
    }
    rows.slice(0, most).forEach((row, i) => this.words(row, left, top + i * size * 1.3, size, "--ink-soft", WIDTH - 2 * MARGIN));
  }

  private words(text: string, left: number, base: number, size: number, colour: string, most: number, face = this.style.getPropertyValue("--body")): void {
    this.c.font = `700 ${size}px ${face}`;
    this.c.fillStyle = this.colour(colour);
    this.c.fillText(text, left, base, most);
  }

  private colour(name: string): string {
    return this.style.getPropertyValue(name).trim();
  }
}

/** Hand the picture to what the device shares with; where there is nothing for that, save it. Tells which. */
export async function sharePicture(final: Final): Promise<"shared" | "saved"> {
  const blob = await new Promise<Blob | null>((done) => drawPicture(final).toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  const file = new File([blob], "changeling.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: final.title }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    });
    return "shared";
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}
