/** Says that it is one's turn to somebody who does not look: a tremble of the phone, a note of the system. */
import { settings } from "./settings.svelte";
import { texts } from "../texts";

const TREMBLE = [60, 50, 60];

/** Whether this browser can show notes of the system at all. */
export const canNotify = (): boolean => typeof Notification !== "undefined" && isSecureContext;

/** Ask the browser to allow notes; gives whether it does. */
export async function allowNotes(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** One's turn: `ask` is what is asked, `table` which table to open. Nothing is shown to somebody who looks at it. */
export async function signalTurn(table: string, deck: string, ask: string): Promise<void> {
  if (settings.saved.tremble && "vibrate" in navigator) navigator.vibrate(TREMBLE);
  if (!settings.saved.notify || document.visibilityState === "visible" || !canNotify() || Notification.permission !== "granted") return;
  const title = `${texts.table.yourTurn} · ${deck}`;
  const options = { body: ask, tag: `changeling-${table}`, icon: "/icon-192.png", data: `/t/${table}` };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  try {
    // phones show notes only by way of a service worker
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => focus();
  } catch {
    // a browser that promised and does not
  }
}
