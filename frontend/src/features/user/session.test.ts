import { beforeEach, expect, test } from "vitest";
import { closeSession, loadSession, openSession, resumeSession, sessionToken, setSessionAside } from "./session";

const KEY = "spyhop.session.one";

beforeEach(() => {
  localStorage.clear();
  loadSession("one");
});

test("a session is kept under the name of its instance", () => {
  openSession("spy_a");
  expect(localStorage.getItem(KEY)).toBe("spy_a");
  loadSession("two");
  expect(sessionToken()).toBeUndefined();
  loadSession("one");
  expect(sessionToken()).toBe("spy_a");
});

test("a refused session is set aside, not destroyed, and can be tried again", () => {
  openSession("spy_a");
  setSessionAside("spy_a");
  expect(sessionToken()).toBeUndefined();
  expect(localStorage.getItem(`${KEY}.aside`)).toBe("spy_a");
  resumeSession();
  expect(sessionToken()).toBe("spy_a");
});

test("a late refusal of an older session leaves the new one alone", () => {
  openSession("spy_b");
  setSessionAside("spy_a");
  expect(sessionToken()).toBe("spy_b");
});

test("leaving keeps nothing", () => {
  openSession("spy_a");
  closeSession();
  expect(Object.keys(localStorage)).toEqual([]);
});
