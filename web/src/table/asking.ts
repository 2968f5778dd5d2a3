/** What each answer to a question is called, and who is waited for. What is asked is in the question itself (`ask`). */
import type { OptionInfo, Public, Question } from "../lib/protocol";
import { texts } from "../texts";

/** The card that a question comes from; nothing for the Basic Rules. */
export function causeOf(question: Question): string {
  return question.because === "Basic Rules" ? "" : question.because;
}

/** Whether a question says itself how many plays were made: `Play a card (2 of 3).` */
export function tellsPlays(question: Question): boolean {
  return /\(\d+ of \d+\)/.test(question.ask);
}

/** A question whose count stays on one line: `(2 of 3)`. */
export function unbroken(ask: string): string {
  return ask.replace(/\((\d+) of (\d+)\)/g, "($1\u00a0of\u00a0$2)");
}

/** What is asked, as the page writes it: what two words or more do stands on their buttons, so the question only names them.
 * What a card asks in words of its own (`Was that a graceful bow?`) is on no button. */
export function askOf(question: Question): string {
  const told = question.options.length > 1 && question.options.every((option) => option.sort === "word" && hintOf(option, question));
  return told && !question.ask.endsWith("?") ? texts.ask.either(question.options.map((option) => wordOf(option, question))) : unbroken(question.ask);
}

/** Who everybody is waiting for. Nobody is named in a window. */
export function waitingFor(view: Public): string {
  if (view.over) return texts.ask.over;
  if (view.window || view.asked === "") return texts.ask.window;
  return view.asked === view.turn ? texts.ask.waitTurn(view.asked) : texts.ask.waitOther(view.asked, view.turn);
}

/** What to write on the button of an answer that is no card. */
export function wordOf(option: OptionInfo, question: Question, me = ""): string {
  const words = texts.ask.words;
  if (option.sort === "seat" && option.value === me) return texts.ask.myself(me);
  if (option.sort !== "word") return option.text;
  if (option.value === "done") return words.done[question.done] ?? sentence(option.meaning || option.text);
  return (words as unknown as Record<string, string>)[option.value] ?? sentence(option.text);
}

/** Whether an answer is how the turn goes on as usual, beside free actions that one may use before it. */
export function isUsual(option: OptionInfo, question: Question): boolean {
  const nothingElse = question.about === "act" && !question.options.some((one) => one.sort === "play");
  return option.sort === "word" && (question.about === "before the draw" || nothingElse);
}

/** What an answer that is a word does, where its button does not say it. */
export function hintOf(option: OptionInfo, question: Question): string {
  return option.sort === "word" && !["done", "draw"].includes(option.value) && !question.window ? sentence(option.meaning) : "";
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What to write on the button that gives a card as the answer. */
export function verbOf(option: OptionInfo, question: Question): string {
  const verbs = texts.ask.verbs;
  if (option.sort === "play" && question.window) return verbs["answer with a Surprise"] ?? "";
  if (option.sort === "play" || option.sort === "use") return verbs[option.sort] ?? "";
  return verbs[question.about] ?? verbs["choose"] ?? "";
}
