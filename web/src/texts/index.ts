/** The words of the page in the reader's language. A new language is a file like `en.ts` and a row here. */
import { en, type Texts } from "./en";

const LANGUAGES: Record<string, Texts> = { en };

export const language: string = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? "en";
export const texts: Texts = LANGUAGES[language] ?? en;
