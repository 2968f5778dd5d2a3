/** What is asked, of whom and why, in one sentence; and what each answer is called. */
import type { OptionInfo, Public, Question } from "../lib/protocol";
import { texts } from "../texts";

/** The question in our words where we have some for its kind, else in the server's. */
export function sentenceOf(question: Question): string {
  if (question.window) return question.options.length > 1 ? texts.ask.windowYou : texts.ask.windowNothing;
  const ours = texts.ask.asks[question.about];
  const seats = question.options.every((option) => option.sort === "seat");
  if (ours === undefined || seats || question.about === "act") return question.ask;
  if (question.done) return question.ask;
  return ours.endsWith("?") ? ours : `${ours}.`;
}

/** The card that a question comes from; nothing for the Basic Rules. */
export function causeOf(question: Question): string {
  return question.because === "Basic Rules" ? "" : question.because;
}

/** Who everybody is waiting for. Nobody is named in a window. */
export function waitingFor(view: Public): string {
  if (view.over) return texts.ask.over;
  if (view.window || view.asked === "") return texts.ask.window;
  return view.asked === view.turn ? texts.ask.waitTurn(view.asked) : texts.ask.waitOther(view.asked, view.turn);
}

/** What to write on the button of an answer that is no card. */
export function wordOf(option: OptionInfo, question: Question): string {
  const words = texts.ask.words;
  if (option.sort !== "word") return option.text;
  if (option.value === "done") return words.done[question.done] ?? option.text;
  return (words as unknown as Record<string, string>)[option.value] ?? option.text;
}

/** What to write on the button that gives a card as the answer. */
export function verbOf(option: OptionInfo, question: Question): string {
  const verbs = texts.ask.verbs;
  if (option.sort === "play" && question.window) return verbs["answer with a Surprise"] ?? "";
  if (option.sort === "play" || option.sort === "use") return verbs[option.sort] ?? "";
  return verbs[question.about] ?? verbs["choose"] ?? "";
}
