/** Cards fly from where they were to where they are: copies in a layer above the table, so that nothing clips them. */
import type { EventInfo, PlaceInfo } from "./protocol";

type Places = Map<string, DOMRect>;

const FLIGHT = 460;
const MOST = 14;
const ANCHORS: Partial<Record<PlaceInfo["zone"], string>> = {
  "draw pile": "pile", "discard pile": "discard", "set aside": "pile", rules: "rules", goals: "goals",
};

/** Where every card that is shown lies now. */
export function placesOf(root: HTMLElement): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const title = element.dataset["card"];
    const rect = element.getBoundingClientRect();
    if (title && rect.width && !places.has(title)) places.set(title, rect);
  }
  return places;
}

/** The element that stands for a place of the table: a pile, or a player for a hidden hand. */
function anchor(root: HTMLElement, place: PlaceInfo | null | undefined): HTMLElement | null {
  if (!place) return null;
  if (place.seat) return root.querySelector(`[data-seat="${CSS.escape(place.seat)}"]`);
  const zone = ANCHORS[place.zone];
  return zone ? root.querySelector(`[data-zone="${zone}"]`) : null;
}

/** Let the cards that moved fly; `before` is where they were. */
export function fly(root: HTMLElement, layer: HTMLElement, before: Places, events: readonly EventInfo[]): void {
  let flown = 0;
  const came = new Map(events.filter((event) => event.card && event.origin).map((event) => [event.card, event.origin]));
  const seen = new Set<string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-card]")) {
    const title = element.dataset["card"] ?? "";
    if (seen.has(title)) continue;
    seen.add(title);
    const to = element.getBoundingClientRect();
    if (!to.width) continue;
    const from = before.get(title) ?? anchor(root, came.get(title))?.getBoundingClientRect();
    if (!from || !visible(from, to) || Math.hypot(from.left - to.left, from.top - to.top) < 6) continue;
    if (++flown > MOST) return;
    launch(layer, element, from, to, flown);
  }
  for (const event of events) {
    if (event.card || event.what !== "draws" || flown > MOST) continue;
    const from = anchor(root, event.origin)?.getBoundingClientRect();
    const to = anchor(root, event.destination)?.getBoundingClientRect();
    if (from && to && visible(from, to)) launchBack(layer, from, to, ++flown);
  }
}

function visible(...rects: DOMRect[]): boolean {
  return rects.some((rect) => rect.bottom > 0 && rect.top < innerHeight && rect.right > 0 && rect.left < innerWidth);
}

function launch(layer: HTMLElement, element: HTMLElement, from: DOMRect, to: DOMRect, order: number): void {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-card");
  copy.removeAttribute("id");
  copy.inert = true;
  const style = copy.style;
  Object.assign(style, {
    position: "fixed", left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px`,
    margin: "0", transformOrigin: "0 0", translate: "none", rotate: "none",
  });
  layer.append(copy);
  const scale = Math.max(0.2, Math.min(2.5, from.width / to.width));
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${scale})`;
  const timing: KeyframeAnimationOptions = {
    duration: FLIGHT, delay: Math.min(order - 1, 6) * 45, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)", fill: "backwards",
  };
  const flight = copy.animate([{ transform: start }, { transform: "none" }], timing);
  const hidden = element.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  const land = (): void => {
    copy.remove();
    hidden.cancel();
  };
  flight.finished.then(land, land);
}

function launchBack(layer: HTMLElement, from: DOMRect, to: DOMRect, order: number): void {
  const back = document.createElement("div");
  back.className = "card-back";
  const width = 44;
  Object.assign(back.style, { position: "fixed", left: "0", top: "0", width: `${width}px`, height: `${width * 1.4}px` });
  layer.append(back);
  const at = (rect: DOMRect, scale: number): string =>
    `translate(${rect.left + rect.width / 2 - width / 2}px, ${rect.top + rect.height / 2 - width * 0.7}px) scale(${scale})`;
  const flight = back.animate(
    [{ transform: at(from, 1), opacity: 1 }, { transform: at(to, 0.7), opacity: 1, offset: 0.85 }, { transform: at(to, 0.5), opacity: 0 }],
    { duration: FLIGHT + 60, delay: Math.min(order - 1, 6) * 60, easing: "cubic-bezier(0.3, 0.7, 0.3, 1)", fill: "both" },
  );
  flight.finished.then(() => back.remove(), () => back.remove());
}
