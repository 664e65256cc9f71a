import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLine } from "./RateLine";

const sdk = vi.hoisted(() => ({ getCryptoAssetRates: vi.fn() }));
vi.mock("@spyhop/sdk", () => sdk);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("a line in the side bar and one at the page's foot are asked for as one, every two minutes", async () => {
  const rates = [{ symbol: "ETH", name: "Ether", price: "2500.5" }];
  sdk.getCryptoAssetRates.mockImplementation(async () => ({ rates, currency_code: "USD" }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RateLine />
      <RateLine />
    </QueryClientProvider>,
  );
  await pass(0);
  expect(screen.getAllByRole("button", { name: "Ether $2,500.50. Next price" })).toHaveLength(2);
  expect(sdk.getCryptoAssetRates).toHaveBeenCalledTimes(1);
  await pass(119_000);
  expect(sdk.getCryptoAssetRates).toHaveBeenCalledTimes(1);
  await pass(1_000);
  expect(sdk.getCryptoAssetRates).toHaveBeenCalledTimes(2);
});
