import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { distinctRates, useRates } from "./queries";
import { RateLine } from "./RateLine";

vi.mock("./queries", async (original) => ({ ...(await original<typeof import("./queries")>()), useRates: vi.fn() }));

const coin = (symbol: string, price: string | null) => ({
  asset: `eip155:1/slip44:${symbol}`,
  chain: "eip155:1",
  symbol,
  name: symbol.toLowerCase(),
  price,
  as_of: null,
  reason: null,
});
const all = [coin("ETH", "2500.5"), coin("ETH", "2500.5"), coin("POL", null), coin("BNB", "600")];

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(useRates, { partial: true }).mockReturnValue({
    data: { rates: distinctRates(all), currency: "USD" },
  } as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole("button").getAttribute("aria-label");

test("each coin with a price takes its turn of 15 s, once", () => {
  render(<RateLine />);
  expect(shown()).toBe("eth $2,500.50. Next price");
  pass(14_999);
  expect(shown()).toMatch(/^eth/);
  pass(1);
  expect(shown()).toMatch(/^bnb \$600/);
  pass(15_000);
  expect(shown()).toMatch(/^eth/);
});

test("a press shows the next one and lets it stand; pointing at it does so meanwhile", () => {
  render(<RateLine />);
  fireEvent.pointerEnter(screen.getByRole("button"));
  pass(60_000);
  expect(shown()).toMatch(/^eth/);
  fireEvent.pointerLeave(screen.getByRole("button"));
  fireEvent.click(screen.getByRole("button"));
  expect(shown()).toMatch(/^bnb/);
  pass(60_000);
  expect(shown()).toMatch(/^bnb/);
});
