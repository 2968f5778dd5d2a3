/** Whether the server can be reached, as far as is known: the browser says so, and the last request has not failed. */
class Online {
  yes = $state(typeof window === "undefined" || navigator.onLine);

  constructor() {
    if (typeof window === "undefined") return;
    addEventListener("online", () => (this.yes = true));
    addEventListener("offline", () => (this.yes = false));
  }

  /** A request was answered, or got nowhere. */
  answered(yes: boolean): void {
    this.yes = yes && navigator.onLine;
  }
}

export const online = new Online();
