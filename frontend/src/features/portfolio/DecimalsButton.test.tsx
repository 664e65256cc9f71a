import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import { DecimalsButton } from "./DecimalsButton";
import { MissingData } from "./MissingData";
import { coverage } from "./portfolio.test-data";
import type { AssumedDecimals, UnpricedHolding } from "./types";

const sdk = vi.hoisted(() => ({
  acceptDecimals: vi.fn(async () => ({})),
  clearDecimals: vi.fn(async () => ({})),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const assumed: AssumedDecimals = {
  decimals: 6,
  list: "Uniswap's token list",
  before: null,
  amount: "1234.5",
  accepted: false,
};
const actions = { onSetPrice: vi.fn(), onFixWallet: vi.fn(), onAddToken: vi.fn() };
const asset = "eip155:1/erc20:0xa";

const client = new QueryClient();
const onPage = (children: React.ReactNode) => (
  <QueryClientProvider client={client}>
    <Toasts>{children}</Toasts>
  </QueryClientProvider>
);
const around = (children: React.ReactNode) => render(onPage(children));

const marks = { assets: new Map(), networks: new Map() };

test("a gap names the assumption, and is accepted and undone with one click each", async () => {
  const gap: UnpricedHolding = {
    asset,
    symbol: "OLD",
    name: "Old Coin",
    chain: "eip155:1",
    wallet_address: "0x8a12",
    amount: null,
    raw_amount: "1234500000",
    assumed_decimals: assumed,
    reason: "decimals_assumed",
    text: "Its contract does not state its decimals.",
  };
  around(<MissingData marks={marks} coverage={coverage({ unpriced: [gap], complete: false })} actions={actions} />);
  expect(screen.getByText(/^About 1,234.5\d* OLD if 6 decimals$/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Accept 6 decimals for OLD from Uniswap's token list" }));
  await waitFor(() => expect(sdk.acceptDecimals).toHaveBeenCalledWith({ asset, decimals: 6 }));
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(sdk.clearDecimals).toHaveBeenCalledWith({ asset }));
});

test("the way back is offered although the row has left", async () => {
  let done = (_: object) => {};
  sdk.acceptDecimals.mockImplementationOnce(() => new Promise((resolve) => (done = resolve)));
  const { rerender } = around(<DecimalsButton asset={asset} symbol="OLD" assumed={assumed} />);
  fireEvent.click(screen.getByRole("button", { name: /^Accept 6 decimals/ }));
  await waitFor(() => expect(sdk.acceptDecimals).toHaveBeenCalled());
  rerender(onPage(null));
  done({});
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(sdk.clearDecimals).toHaveBeenCalledWith({ asset }));
});

test("a visitor sees the gap and no action", () => {
  const gap = { asset, symbol: "OLD", name: "Old Coin", chain: "eip155:1", wallet_address: "0x8a12" };
  const unpriced: UnpricedHolding = {
    ...gap,
    amount: null,
    raw_amount: "5",
    assumed_decimals: assumed,
    reason: "decimals_assumed",
    text: "",
  };
  around(<MissingData marks={marks} coverage={coverage({ unpriced: [unpriced], complete: false })} actions={null} />);
  expect(screen.queryByRole("button")).toBeNull();
});

test("accepted decimals are cleared", async () => {
  around(<DecimalsButton asset={asset} symbol="OLD" assumed={{ ...assumed, accepted: true }} />);
  fireEvent.click(screen.getByRole("button", { name: "Undo 6 decimals: OLD" }));
  await waitFor(() => expect(sdk.clearDecimals).toHaveBeenCalledWith({ asset }));
});
