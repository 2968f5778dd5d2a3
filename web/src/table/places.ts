/** Where a card lies, as far as this view tells. */
import { texts } from "../texts";
import type { Board } from "./board";

export function placeOf(b: Board, title: string): string {
  const w = texts.card.where;
  if (b.past) return "";
  if (b.own?.hand.includes(title)) return w.hand;
  if (b.own?.aside.includes(title)) return w.aside;
  const seal = b.view.sealed.find(([card]) => card === title);
  if (seal) return texts.card.sealed.replace("{card}", seal[1]);
  for (const seat of b.view.seats) {
    if (!seat.keepers.includes(title) && !seat.creepers.includes(title)) continue;
    const host = b.view.attached.find(([creeper]) => creeper === title)?.[1];
    const where = seat.name === b.me ? w.mine : w.other.replace("{name}", seat.name);
    return host ? `${where}. ${texts.card.attachedTo.replace("{card}", host)}` : where;
  }
  if (b.view.rules.includes(title)) return w.rules;
  if (b.view.goals.includes(title)) return w.goals;
  if (b.view.meta.includes(title)) return w.meta;
  if (b.view.playing.includes(title)) return w.playing;
  if (b.view.discard.includes(title)) return w.discard;
  const knower = Object.entries(b.own?.known ?? {}).find(([, titles]) => titles.includes(title));
  if (knower?.[0] === b.me) return w.stash;
  return knower ? w.known.replace("{name}", knower[0]) : "";
}
