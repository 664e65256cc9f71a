import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ago, Freshness } from "./Time";

const START = "2026-11-20T14:00:00Z";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(START) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole("time").textContent;

test("the age of a reading is updated every five minutes", () => {
  render(<Freshness at={START} />);
  expect(shown()).toBe("just now");
  pass(299_999);
  expect(shown()).toBe("just now");
  pass(1);
  expect(shown()).toBe("5 min ago");
  pass(299_999);
  expect(shown()).toBe("5 min ago");
  pass(1);
  expect(shown()).toBe("10 min ago");
});

test("a new reading is shown at once, and the timer stops on unmount", () => {
  const { rerender, unmount } = render(<Freshness at={START} />);
  pass(300_000);
  rerender(<Freshness at="2026-11-20T14:05:00Z" />);
  expect(shown()).toBe("just now");
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test("other times are updated every quarter of a minute", () => {
  render(<Ago at={START} />);
  const before = shown();
  pass(60_000);
  expect(shown()).not.toBe(before);
});
