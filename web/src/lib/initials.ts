/** The letters that stand for a player where there is no room for a name: one, or as many as tell the player from the others. */
export function initialsOf(name: string, names: readonly string[]): string {
  const letters = [...name];
  const first = letters[0]?.toUpperCase() ?? "?";
  const alike = names.filter((other) => other !== name && [...other][0]?.toUpperCase() === first);
  if (alike.length === 0) return first;
  // the first two letters; else the first with one that none of the others has at that place
  const telling = letters.findIndex((letter, at) => at > 0 && letter.trim() !== "" && alike.every((other) => [...other][at]?.toLowerCase() !== letter.toLowerCase()));
  return telling > 0 ? first + letters[telling]!.toLowerCase() : `${first}${names.indexOf(name) + 1}`;
}
