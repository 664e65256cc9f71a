import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { assumedTokens, tokenNamed } from "./assumedTokens";
import { coverage, part, portfolio, row } from "./portfolio.test-data";
import { TokenDecimalsButton } from "./TokenDecimalsButton";
import type { UnpricedHolding } from "./types";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  acceptDecimals: vi.fn(async () => ({})),
  clearDecimals: vi.fn(async () => ({})),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const asset = "eip155:1/erc20:0xfog";
const assumed = { decimals: 2, list: "Demo token list", before: null, amount: "0.18", accepted: false };
const gap = (over: Partial<UnpricedHolding> = {}): UnpricedHolding => ({
  asset,
  symbol: "FOGHORN",
  name: "Foghorn Pass",
  chain: "eip155:1",
  wallet_address: "0x8a12",
  amount: null,
  raw_amount: "18",
  assumed_decimals: assumed,
  reason: "decimals_assumed",
  text: "",
  ...over,
});
const lacking = (...unpriced: UnpricedHolding[]) => portfolio([], { coverage: coverage({ unpriced }) });

test("a token is found by its id, and by a name that is that of one token alone", () => {
  const one = assumedTokens(lacking(gap(), gap({ wallet_address: "0x9b" })));
  expect(one).toHaveLength(1);
  expect(tokenNamed(one, { asset })?.symbol).toBe("FOGHORN");
  expect(tokenNamed(one, { name: "Foghorn Pass", symbol: "FOGHORN" })?.asset).toBe(asset);
  expect(tokenNamed(one, { name: "Foghorn Pass", symbol: "FOG" })).toBeNull();
  const two = assumedTokens(lacking(gap(), gap({ asset: "eip155:1/erc20:0xcopy" })));
  expect(tokenNamed(two, { name: "Foghorn Pass", symbol: "FOGHORN" })).toBeNull();
});

test("an accepted token is found among the assets, to undo it", () => {
  const parts = [part({ asset, symbol: "FOGHORN", assumed_decimals: { ...assumed, accepted: true } })];
  const found = assumedTokens(portfolio([row("foghorn", "2", { name: "Foghorn Pass", parts })]));
  expect(found.map((token) => token.assumed.accepted)).toEqual([true]);
});

test("the decimals are accepted where the token is named", async () => {
  sdk.getBalance.mockResolvedValue(lacking(gap()));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <TokenDecimalsButton token={{ asset }} />
      </Toasts>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Accept 2 decimals for FOGHORN from Demo token list" }));
  await waitFor(() => expect(sdk.acceptDecimals).toHaveBeenCalledWith({ asset, decimals: 2 }));
});
