import { expect, test } from "vitest";
import { clearLocalState } from "./localState";

test("the settings and answers of a user go; the theme, sessions and other programs' data stay", () => {
  for (const name of ["spyhop.currency", "spyhop.invited", "spyhop.theme", "spyhop.session.one", "other"])
    localStorage.setItem(name, "x");
  sessionStorage.setItem("spyhop.place", "x");
  clearLocalState();
  expect(Object.keys(localStorage).sort()).toEqual(["other", "spyhop.session.one", "spyhop.theme"]);
  expect(sessionStorage.length).toBe(0);
});
