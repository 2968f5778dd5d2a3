/** The words of the page as a module of its own, by the names below: tests read whole games through the built page with it. */
export { plain, tell } from "./lib/eventSentences";
export { verbOf, wordOf } from "./table/asking";
