/** Links that others can open, and copying them. */
import { api } from "./api";

/** The address under which others reach this page: the one in use, or the network's where that one is only local. */
export async function sharedOrigin(): Promise<string> {
  if (!["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) return location.origin;
  try {
    const [first] = (await api.server()).addresses;
    return first ? new URL(first).origin : location.origin;
  } catch {
    return location.origin;
  }
}

/** Copy a text; pages that are not on a secure address have only the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
