/** Cards fly from where they were to where they are: copies in a layer over the table. The layer is cut off where the table
 * is, so that nothing ever crosses one's own hand: what goes there leaves at the edge. */
import type { EventInfo, PlaceInfo } from "./protocol";

type Places = Map<string, DOMRect>;

const FLIGHT = 420;
const MOST = 14;
const WIDE = 1.5;
const ANCHORS: Partial<Record<PlaceInfo["zone"], string>> = {
  "draw pile": "pile", "discard pile": "discard", "set aside": "pile", rules: "rules", goals: "goals", "being played": "stage",
};

/** Where every card that is shown lies now. */
export function placesOf(root: HTMLElement): Places {
  const places: Places = new Map();
  for (const element of cardsIn(root)) {
    const title = element.dataset["card"];
    const rect = element.getBoundingClientRect();
    if (title && rect.width && !places.has(title)) places.set(title, rect);
  }
  return places;
}

/** The cards on the table and in hand; what lies on the stage is only shown there. */
function cardsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>("[data-card]")].filter((one) => !one.closest("[data-spot]"));
}

/** The element that stands for a place of the table: a pile, or a player for a hidden hand. */
function anchor(root: HTMLElement, place: PlaceInfo | null | undefined): HTMLElement | null {
  if (!place) return null;
  if (place.seat) return root.querySelector(`[data-seat="${CSS.escape(place.seat)}"]`);
  const zone = ANCHORS[place.zone];
  return zone ? root.querySelector(`[data-zone="${zone}"]`) : null;
}

/** Let the cards that moved fly, but for the one on the stage; `before` is where they were. */
export function fly(root: HTMLElement, layer: HTMLElement, before: Places, events: readonly EventInfo[], staged: readonly string[]): void {
  let flown = 0;
  const came = new Map(events.filter((event) => event.card && event.origin).map((event) => [event.card, event.origin]));
  const seen = new Set<string>(staged);
  for (const element of cardsIn(root)) {
    const title = element.dataset["card"] ?? "";
    if (seen.has(title)) continue;
    seen.add(title);
    const to = element.getBoundingClientRect();
    if (!came.has(title)) continue; // it lies where it lay, and only the page has moved
    const from = before.get(title) ?? anchor(root, came.get(title))?.getBoundingClientRect();
    if (!to.width || !from || Math.hypot(from.left - to.left, from.top - to.top) < 6) continue;
    if (++flown > MOST) return;
    launch(layer, element, from, flown);
  }
  for (const event of events) {
    if (event.card || event.what !== "draws" || flown > MOST) continue;
    const from = anchor(root, event.origin)?.getBoundingClientRect();
    const to = anchor(root, event.destination)?.getBoundingClientRect();
    if (from && to) launchBack(layer, from, to, ++flown);
  }
}

/** Let the card on the stage come from where it was. */
export function enter(spot: HTMLElement, layer: HTMLElement, root: HTMLElement, title: string, before: Places, from: PlaceInfo | null | undefined): void {
  const start = before.get(title) ?? anchor(root, from)?.getBoundingClientRect();
  if (start) launch(layer, spot, start, 1);
}

/** Let a card go from the stage to where it lies now, or to the discard pile. */
export function leave(stage: DOMRect, layer: HTMLElement, root: HTMLElement, title: string): void {
  const found = cardsIn(root).find((one) => one.dataset["card"] === title && one.dataset["hand"] === undefined);
  if (found) launch(layer, found, stage, 1);
}

/** A place inside of the layer: what lies outside is at its edge. */
function inside(layer: DOMRect, rect: DOMRect): DOMRect {
  const left = Math.min(Math.max(rect.left, layer.left - rect.width / 2), layer.right - rect.width / 2);
  const top = Math.min(Math.max(rect.top, layer.top - rect.height), layer.bottom);
  return new DOMRect(left - layer.left, top - layer.top, rect.width, rect.height);
}

function launch(layer: HTMLElement, element: HTMLElement, start: DOMRect, order: number): void {
  const bounds = layer.getBoundingClientRect();
  const to = inside(bounds, element.getBoundingClientRect());
  const from = inside(bounds, start);
  const copy = element.cloneNode(true) as HTMLElement;
  for (const name of ["data-card", "data-hand", "data-test", "data-spot", "data-staged", "id"]) copy.removeAttribute(name);
  copy.inert = true;
  Object.assign(copy.style, {
    position: "absolute", left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px`,
    margin: "0", transformOrigin: "0 0", translate: "none", rotate: "none",
  });
  layer.append(copy);
  const wide = from.width > to.width * WIDE; // a part of the table, not a card: it comes from the middle of it, as large as it is
  const scale = wide ? 1 : Math.max(0.2, from.width / to.width);
  const [left, top] = wide ? [(from.width - to.width) / 2, (from.height - to.height) / 2] : [0, 0];
  const begin = `translate(${from.left + left - to.left}px, ${from.top + top - to.top}px) scale(${scale})`;
  const timing: KeyframeAnimationOptions = {
    duration: FLIGHT, delay: Math.min(order - 1, 6) * 45, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "backwards",
  };
  const flight = copy.animate([{ transform: begin }, { transform: "none" }], timing);
  const beside = element.nextElementSibling; // the corner by which a card in hand is read comes with its card
  const hidden = [element, ...(beside?.matches("[data-aside]") ? [beside] : [])].map((one) => one.animate([{ opacity: 0 }, { opacity: 0 }], timing));
  const land = (): void => {
    copy.remove();
    for (const one of hidden) one.cancel();
  };
  flight.finished.then(land, land);
}

function launchBack(layer: HTMLElement, start: DOMRect, end: DOMRect, order: number): void {
  const bounds = layer.getBoundingClientRect();
  const [from, to] = [inside(bounds, start), inside(bounds, end)];
  const back = document.createElement("div");
  back.className = "card-back";
  const width = 44;
  Object.assign(back.style, { position: "absolute", left: "0", top: "0", width: `${width}px`, height: `${width * 1.4}px` });
  layer.append(back);
  const at = (rect: DOMRect, scale: number): string =>
    `translate(${rect.left + rect.width / 2 - width / 2}px, ${rect.top + rect.height / 2 - width * 0.7}px) scale(${scale})`;
  const flight = back.animate(
    [{ transform: at(from, 1), opacity: 1 }, { transform: at(to, 0.7), opacity: 1, offset: 0.85 }, { transform: at(to, 0.5), opacity: 0 }],
    { duration: FLIGHT + 60, delay: Math.min(order - 1, 6) * 60, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)", fill: "both" },
  );
  flight.finished.then(() => back.remove(), () => back.remove());
}
