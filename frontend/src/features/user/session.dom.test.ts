import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  closeSession,
  endMerge,
  endRefusedSession,
  loadSession,
  moveSession,
  openRegisteredSession,
  openSession,
  renewSession,
  resumeSession,
  sessionToken,
  setMoving,
  useSession,
} from "./session";

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
  endRefusedSession("spy_a");
  expect(sessionToken()).toBeUndefined();
  expect(localStorage.getItem(`${KEY}.aside`)).toBe("spy_a");
  resumeSession();
  expect(sessionToken()).toBe("spy_a");
});

test("a late refusal of an older session leaves the new one alone", () => {
  openSession("spy_b");
  endRefusedSession("spy_a");
  expect(sessionToken()).toBe("spy_b");
});

test("moving keeps the new session under its instance and sets the old one aside", () => {
  openSession("spy_demo");
  setMoving(true);
  endRefusedSession("spy_demo");
  expect(sessionToken()).toBe("spy_demo");
  moveSession("live", "spy_live");
  setMoving(false);
  expect(localStorage.getItem(`${KEY}.aside`)).toBe("spy_demo");
  expect(localStorage.getItem(KEY)).toBeNull();
  loadSession("live");
  expect(sessionToken()).toBe("spy_live");
});

test("a session of another instance in another tab says that the server is another by now", () => {
  let others = 0;
  loadSession("one", () => others++);
  const change = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  change(KEY, "spy_b");
  change("spyhop.theme", "dark");
  change("spyhop.session.two", null);
  change("spyhop.session.two.aside", "spy_c");
  change("spyhop.session.two.registered", "yes");
  expect(others).toBe(0);
  change("spyhop.session.two", "spy_c");
  expect(others).toBe(1);
});

test("leaving keeps nothing", () => {
  openSession("spy_a");
  closeSession();
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a session that the person ended is marked as such, here and in other tabs; a refused one is not", () => {
  openSession("spy_a");
  const { result } = renderHook(useSession);
  act(() => closeSession());
  expect(result.current.hasLeft).toBe(true);
  act(() => openRegisteredSession("spy_b", "ada", null));
  expect(result.current.hasLeft).toBe(false);
  for (const key of [`${KEY}.registered`, KEY]) {
    localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue: null })));
  }
  expect(result.current).toMatchObject({ token: undefined, hasLeft: true });
  act(() => openSession("spy_c"));
  act(() => void endRefusedSession("spy_c"));
  expect(result.current.hasLeft).toBe(false);
});

test("a refused session of a registered person is forgotten", () => {
  openRegisteredSession("spy_a", "ada", "user_1");
  expect(localStorage.length).toBe(3);
  expect(endRefusedSession("spy_a")).toBe(true);
  expect(Object.keys(localStorage)).toEqual([]);
  expect(sessionToken()).toBeUndefined();
});

test("a merge that was not shown survives a reload, until it is shown", () => {
  openRegisteredSession("spy_a", "ada", "user_1");
  loadSession("two");
  loadSession("one");
  expect(localStorage.getItem(`${KEY}.old-user`)).toBe("user_1");
  endMerge();
  expect(localStorage.getItem(`${KEY}.old-user`)).toBeNull();
  expect(sessionToken()).toBe("spy_a");
});

test("a session of another person replaces everything about the one before", () => {
  openRegisteredSession("spy_a", "ada", "user_1");
  openSession("spy_b");
  expect(Object.keys(localStorage)).toEqual([KEY]);
});

test("a renewed session stays the same person's, and its old token ends nothing", () => {
  openRegisteredSession("spy_a", "ada", "old-user");
  const { result } = renderHook(useSession);
  const { epoch } = result.current;
  act(() => renewSession("spy_b"));
  expect(result.current).toMatchObject({ token: "spy_b", epoch, user: "ada", oldUser: "old-user" });
  expect(localStorage.getItem(KEY)).toBe("spy_b");
  expect(endRefusedSession("spy_a")).toBe(false);
  act(() => openSession("spy_c"));
  expect(result.current.epoch).toBe(epoch + 1);
});
