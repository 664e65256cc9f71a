import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useInvitation } from "./useInvitation";

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const invite = (isWanted = true) => {
  const open = vi.fn();
  renderHook(() => useInvitation(isWanted, open));
  return open;
};

test("an anonymous person is invited once, after 15 seconds", async () => {
  const open = invite();
  await pass(14_999);
  expect(open).not.toHaveBeenCalled();
  await pass(60_000);
  expect(open).toHaveBeenCalledOnce();
  cleanup();
  const again = invite();
  await pass(60_000);
  expect(again).not.toHaveBeenCalled();
});

test("the invitation waits for another dialog to close", async () => {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  const open = invite();
  await pass(40_000);
  expect(open).not.toHaveBeenCalled();
  dialog.remove();
  await pass(15_000);
  expect(open).toHaveBeenCalledOnce();
});

test("an invitation in another tab counts too", async () => {
  const open = invite();
  localStorage.setItem("spyhop.invited", "yes");
  await pass(60_000);
  expect(open).not.toHaveBeenCalled();
});

test("a person who is not wanted is not invited", async () => {
  const open = invite(false);
  await pass(60_000);
  expect(open).not.toHaveBeenCalled();
});
