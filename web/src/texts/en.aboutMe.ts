/** What one says about oneself, in English; kept apart because few cards ask. */
export const aboutMe = {
  hint: "Some cards ask for it. Nothing of it is needed.",
  birthday: "It is my birthday",
  parent: "I am a parent",
  grandparent: "I am a grandparent",
  age: "My age",
};
