import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../../format/secret";
import { TWELVE, typeKeys } from "../../ui/keys.test-setup";
import { Toasts } from "../../ui/Toast";
import { Home } from "./Home";
import { part, portfolio, row } from "./portfolio.test-data";
import { SetPrice } from "./SetPrice";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  setAssetPrice: vi.fn(),
  clearAssetPrice: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

/** The user's manual prices on the server. */
let own: Map<string, string>;
const ASSETS = ["eth", "eth-on-base", "weth"];

function balance() {
  const price = (asset: string) => own.get(asset) ?? "2000";
  const parts = ASSETS.map((asset) => part({ asset, symbol: asset.toUpperCase(), price: price(asset) }));
  const rows = [row("eth", "6000", { asset: "eth", parts, manual_price: own.has("eth"), price: price("eth") })];
  const priceOf = (asset: string) => ({
    price: price(asset),
    currency_code: "USD",
    as_of: "2026-11-20T14:00:00Z",
    sources: 1,
    spread: null,
    confidence: null,
    manual: own.has(asset),
  });
  const asset_prices = Object.fromEntries(ASSETS.map((asset) => [asset, priceOf(asset)]));
  return portfolio(rows, { asset_prices, total: "6000" });
}

beforeEach(() => {
  own = new Map();
  sdk.getBalance.mockImplementation(async () => balance());
  sdk.getYesterdayPortfolioBalance.mockResolvedValue({ change: null, reason: null, currency_code: "USD" });
  sdk.setAssetPrice.mockImplementation(async ({ asset, price }) => void own.set(asset, price));
  sdk.clearAssetPrice.mockImplementation(async ({ asset }) => void own.delete(asset));
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

/** Renders Home and opens the panel of its only row. */
async function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Toasts>
          <Home
            wallets={[]}
            providers={null}
            pageActions={null}
            onAdd={() => undefined}
            onFixWallet={() => undefined}
          />
        </Toasts>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await press("eth, details and actions");
}

async function price(text: string) {
  await press(/^(Set a price|Change price)$/);
  fireEvent.change(await screen.findByLabelText("Price of one ETH"), { target: { value: text } });
  await press("Set price");
  await screen.findByText("Price of ETH set");
}

const all = (text: string) => new Map(ASSETS.map((asset) => [asset, text]));

test("a price of a row is that of all the assets that are this one thing, and the dialog says so", async () => {
  await show();
  await press(/^(Set a price|Change price)$/);
  const dialog = await screen.findByRole("dialog", { name: "Set a price for ETH" });
  expect(within(dialog).getByText(/groups 3 equivalent assets/)).toBeTruthy();
  await press("Cancel");
  await price("10");
  expect(own).toEqual(all("10"));
  // Once for the row and once for each of its parts.
  await waitFor(() => expect(screen.getAllByText(/^Custom( price)?$/)).toHaveLength(4));
});

test("Undo gives each asset the price it had before, its own or none", async () => {
  own.set("weth", "2");
  await show();
  expect(screen.getAllByText(/^Custom( price)?$/)).toHaveLength(1);
  await price("5");
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(own).toEqual(new Map([["weth", "2"]])));
  expect(sdk.setAssetPrice).toHaveBeenLastCalledWith({ asset: "weth", price: "2", currency_code: "USD" });
});

test("an Undo that fails says so", async () => {
  await show();
  await price("5");
  sdk.clearAssetPrice.mockRejectedValue(new Error("Storage is full."));
  fireEvent.click(await screen.findByText("Undo"));
  expect(await screen.findByText("Storage is full.")).toBeTruthy();
});

test("the sources' prices come back for all of them, with a way back", async () => {
  own = all("10");
  await show();
  await press("Use market price");
  await waitFor(() => expect(own.size).toBe(0));
  await screen.findByText("ETH is back to market price");
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(own).toEqual(all("10")));
});

test("a decimal comma needs a confirmation, and the worth at a typed price is shown before it counts", async () => {
  const what = { symbol: "TIDE", assets: [{ asset: "tide", price: null }], amount: "1219.92" };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <SetPrice {...what} currency="USD" onClose={() => undefined} />
      </Toasts>
    </QueryClientProvider>,
  );
  const field = () => screen.getByLabelText("Price of one TIDE") as HTMLInputElement;
  fireEvent.change(field(), { target: { value: "1,25" } });
  fireEvent.click(screen.getByRole("button", { name: "Set price" }));
  expect(screen.getByText("Use a point before the decimals. Did you mean 1.25?")).toBeTruthy();
  expect(sdk.setAssetPrice).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Use 1.25" }));
  expect(field().value).toBe("1.25");
  expect(screen.getByText(/^One TIDE: \$1\.25\. Your 1,219\.92 TIDE would be worth \$1,524\.90\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set price" }));
  await waitFor(() => expect(own).toEqual(new Map([["tide", "1.25"]])));
});

test("a phrase that is typed as a price is cleared and not sent", async () => {
  await loadWords();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <SetPrice symbol="TIDE" assets={[{ asset: "tide", price: null }]} currency="USD" onClose={() => undefined} />
      </Toasts>
    </QueryClientProvider>,
  );
  const field = () => screen.getByLabelText("Price of one TIDE") as HTMLInputElement;
  await typeKeys(field, TWELVE, () => Promise.resolve());
  expect(field().value).toBe("");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set price" }));
  fireEvent.change(field(), { target: { value: "1".repeat(61) } });
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  fireEvent.click(screen.getByRole("button", { name: "Set price" }));
  expect(screen.getByText("Use at most 60 digits.")).toBeTruthy();
  expect(sdk.setAssetPrice).not.toHaveBeenCalled();
});
