import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AccountPage } from "./AccountPage";
import { account, history, key, profile } from "./exchange.test-data";
import { renderWith } from "./exchange.test-setup";
import type { HistoryQuery } from "./history";
import type { ExchangeAccount, Portfolio } from "./types";

const sdk = vi.hoisted(() => ({
  getExchangeProfiles: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  getBalance: vi.fn(),
  getExchangeFiles: vi.fn(),
  getExchangeMarkets: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const part = (symbol: string, amount: string, value: string | null, position: object | null = null) => ({
  ...{ asset: symbol, symbol, amount, raw_amount: null, value, stale: false, position },
  reason: value === null ? { code: "not_listed", text: "No source lists it." } : null,
});
const row = (group: string, ...parts: object[]) => ({ group, name: group, symbol: group, mark: null, parts });

const portfolio = {
  currency_code: "USD",
  total: "6000",
  refreshing: false,
  coverage: { hidden: 2 },
  figures: { "/total": "t" },
  user_wallet: {
    assets: [
      row("Bitcoin", part("BTC", "0.26", "7000")),
      row("Tether", part("USDT", "-1500", "-1500", { place: "Credit line", kind: 30, name: "Borrowed" })),
      row("Ether", part("ETH", "0.2", "500", { place: "Staking", kind: 20, name: "Staked" })),
      row("Tide", part("TIDE", "12", null)),
    ],
  },
} as unknown as Portfolio;

const none = () => undefined;
const whole: HistoryQuery = {
  known: { progress: history(), gaps: [], differences: [] },
  failure: null,
  onRetry: none,
  onReadAll: none,
  isLifting: false,
};
const onImport = vi.fn();
const open = (over: Partial<ExchangeAccount> = {}, shown: Portfolio | undefined = portfolio, failure?: Error) =>
  renderWith(
    <AccountPage
      account={account(over)}
      portfolio={failure ? undefined : shown}
      failure={failure ?? null}
      onRetry={none}
      history={whole}
      entries={<p>Its newest entries</p>}
      share="5.9"
      since="2026-03-14T10:00:00Z"
      onReplace={none}
      onImport={over.exchange === "htx" ? null : onImport}
      onRename={none}
      onDisconnect={none}
    />,
    "/exchanges/kraken/Kraken",
  );

beforeEach(() => {
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile()] });
  sdk.getExchangeFiles.mockResolvedValue({ files: [] });
});
afterEach(cleanup);

/** The rows of the table, each as the texts of its cells; a name follows the letter of its image, and on phones its quantity. */
const rows = () =>
  within(screen.getByRole("table", { name: "Balances by place" }))
    .getAllByRole("row")
    .map((one) => [...one.children].map(({ textContent }) => textContent));

test("the facts count what is held and owed, and the way back is the list", async () => {
  open();
  const facts = within(screen.getByRole("region", { name: "Facts" }));
  for (const text of ["$7,500.00", "−$1,500.00", "5.9% of your net worth", "1 borrowed asset"])
    expect(facts.getByText(text)).toBeTruthy();
  expect(facts.getByText("3 assets in 3 places, 1 balance without a price")).toBeTruthy();
  expect(screen.getByText("API key ending in k70d · read-only · connected 14 Mar 2026")).toBeTruthy();
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getAllByRole("listitem");
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(["Home", "Exchanges", "Kraken"]);
  expect(await screen.findByText("Kraken Futures")).toBeTruthy();
  expect(facts.getByText("History known since").parentElement?.textContent).toBe(
    "History known since30 Jan 202468 rows",
  );
  expect(screen.getByText("Its newest entries")).toBeTruthy();
});

test("without a debt the balance is that of the assets, which are counted", () => {
  const assets = portfolio.user_wallet.assets.filter(({ group }) => group !== "Tether");
  open({}, { ...portfolio, user_wallet: { ...portfolio.user_wallet, assets } });
  const facts = within(screen.getByRole("region", { name: "Facts" }));
  expect(facts.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
    ...["Balance", "Assets", "Last read", "History known since"],
  ]);
  expect(facts.getByText("in 2 places, 1 balance without a price")).toBeTruthy();
  expect(rows().at(-1)?.[0]).toBe("Balance");
});

test("balances are in groups by place, with sums; what is owed is negative, what has no price is not counted", () => {
  open();
  expect(rows()).toEqual([
    ["Asset", "Quantity", "Value", "Share"],
    ["Spot 2 assets", "", "$7,000.00", "116.7%"],
    ["BBitcoin0.26 BTC", "0.26 BTC", "$7,000.00", "116.7%"],
    ["TTide12.00 TIDE", "12.00 TIDE", "Not counted", ""],
    ["Staking 1 asset", "", "$500.00", "8.3%"],
    ["EEtherStaked0.2 ETH", "0.2 ETH", "$500.00", "8.3%"],
    ["Credit line 1 asset", "", "−$1,500.00", ""],
    ["UTetherBorrowed−1,500.00 USDT", "−1,500.00 USDT", "−$1,500.00", "debt"],
    ["Balance, after debt", "", "$6,000.00", "100%"],
  ]);
  expect(screen.getByText("2 hidden balances, not in any sum.")).toBeTruthy();
});

const fact = (label: string) => screen.getByText(label).closest("div")?.textContent;

test("the key says what it can do, and what its exchange does not say is not known", () => {
  open();
  expect(fact("Read balances and history")).toBe("Read balances and historyquery-funds, query-ledgerOn");
  expect(fact("Trade, withdraw, transfer")).toContain("Off");
  expect(fact("Works from certain addresses only")).toContain("203.0.113.24Yes");
  expect(fact("Ends")).toContain("Not known");
  cleanup();
  const warnings = [{ code: "rights_not_stated", text: "The exchange can't tell what a key may do." }];
  open({ key: key({ is_stated: false, rights: [], is_bound: null, addresses: [], warnings }) });
  for (const label of ["Read balances and history", "Trade, withdraw, transfer", "Works from certain addresses only"])
    expect(fact(label)).toContain("Not known");
  expect(screen.getByText("The exchange can't tell what a key may do.")).toBeTruthy();
  expect(screen.getByText(/rights not verifiable/)).toBeTruthy();
  expect(screen.queryByText(/read-only/)).toBeNull();
  cleanup();
  open({ key: key({ is_bound: false, addresses: [], ends_on: "2027-02-20T12:00:00Z" }) });
  expect(fact("Works from certain addresses only")).toContain("No");
  expect(fact("Ends")).toContain("on 20 Feb 2027");
  cleanup();
  open({ key: null });
  expect(screen.getByText(/There is no key any more/)).toBeTruthy();
  expect(screen.queryByText(/read-only/)).toBeNull();
});

test("while an account is read for the first time nothing is known, and nothing is zero", () => {
  const empty = { ...portfolio, total: null, user_wallet: { assets: [] } } as unknown as Portfolio;
  open({ state: "reading", read_on: null }, empty);
  expect(screen.getByRole("button", { name: "Reading" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByText("This account holds nothing.")).toBeNull();
  expect(document.body.textContent).not.toContain("$0");
  cleanup();
  open({}, { ...empty, total: "0" });
  expect(screen.getByText("This account holds nothing.")).toBeTruthy();
});

test("a key that is not accepted any more is said above the facts, which stay", () => {
  open({ state: "needs_attention", reason: { code: "bad_key", text: "Kraken does not accept the key." } });
  const state = within(screen.getByRole("region", { name: "State of the account" }));
  expect(state.getByText(/Kraken does not accept the key\./).textContent).toContain(
    "Balances were read on 20 Nov 2026.",
  );
  expect(state.getByRole("button", { name: "Replace key" })).toBeTruthy();
  expect(screen.getByText("$7,500.00")).toBeTruthy();
  expect(screen.getByText("Needs a new key")).toBeTruthy();
});

test("an account of files has no key, nothing to read again and no balances that are zero", async () => {
  const empty = {
    ...portfolio,
    total: null,
    coverage: { hidden: 0 },
    user_wallet: { assets: [] },
  } as unknown as Portfolio;
  open({ state: "from_files", key: null, read_on: null }, empty);
  expect(screen.getAllByText(/From files, without a key/).length).toBeGreaterThan(0);
  expect(screen.getByText("Not known. This account comes from files. Add a key to read its balances.")).toBeTruthy();
  expect(screen.getByText("Files have no balances")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Add a key" })).toHaveLength(2);
  for (const name of ["Read now", "Replace key"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("region", { name: "State of the account" })).toBeNull();
  expect(screen.queryByText("This account holds nothing.")).toBeNull();
  expect(screen.queryByText(/What this key can do/)).toBeNull();
  expect(document.body.textContent).not.toContain("$0");
});

test("balances that cannot be loaded are no zeros", () => {
  open({}, undefined, new Error("Can't reach the Spyhop server."));
  expect(screen.getByText("Couldn't load the balances")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("a file is imported from the head of the page, where files of the exchange are read", () => {
  open();
  fireEvent.click(screen.getByRole("button", { name: "Import CSV" }));
  expect(onImport).toHaveBeenCalledOnce();
  expect(screen.queryByText("Imported files")).toBeNull();
  cleanup();
  open({ exchange: "htx" });
  expect(screen.queryByRole("button", { name: "Import CSV" })).toBeNull();
});

test("only an exchange that lists trades by pair has a card of pairs", async () => {
  sdk.getExchangeMarkets.mockResolvedValue({ markets: [], read_on: null });
  sdk.getExchangeProfiles.mockResolvedValue({
    exchanges: [profile(), profile({ exchange: "binance", has_markets: true })],
  });
  open({ exchange: "binance", exchange_name: "Binance" });
  await screen.findByRole("region", { name: "Pairs" });
  cleanup();
  open();
  await screen.findByRole("region", { name: "Connection" });
  expect(screen.queryByRole("region", { name: "Pairs" })).toBeNull();
});
