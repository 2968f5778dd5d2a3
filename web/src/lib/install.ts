/** Has the browser keep the page, so that it can be installed and opens without a network. */
export function keepPage(): void {
  if (!("serviceWorker" in navigator) || !isSecureContext || import.meta.env.DEV) return;
  // after everything that the first view needs
  const later = (): void => void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") setTimeout(later, 2_000);
  else addEventListener("load", () => setTimeout(later, 2_000), { once: true });
}
