import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { explained, node } from "../features/figure/explanation.test-data";
import { Home } from "../features/portfolio/Home";
import { coverage, part, portfolio, row } from "../features/portfolio/portfolio.test-data";
import type { HiddenRow, UnpricedHolding, WalletRow } from "../features/portfolio/types";
import { ExplainContainer } from "./ExplainContainer";

const sdk = vi.hoisted(() => ({
  getBalance: vi.fn(),
  getYesterdayPortfolioBalance: vi.fn(),
  explainFigure: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

/** How many assets of each kind a portfolio has. */
interface World {
  priced?: number;
  /** Assets with two holdings that count as one. */
  grouped?: number;
  zero?: number;
  unpriced?: number;
  hidden?: number;
}

const sum = (value: string) => node({ operation: "sum", value });

/** The answers of the server for a world: seven assets are named, and the explanation has a node for each asset. */
function answersOf({ priced = 0, grouped = 0, zero = 0, unpriced = 0, hidden = 0 }: World) {
  const rows = [
    ...Array.from({ length: priced }, (_, i) => row(`p${i}`, "50", { parts: [part()] })),
    ...Array.from({ length: grouped }, (_, i) => row(`g${i}`, "20", { parts: [part(), part({ chain: "eip155:10" })] })),
    ...Array.from({ length: zero }, (_, i) => row(`z${i}`, "0", { dust: true, parts: [part({ value: "0" })] })),
    ...Array.from({ length: unpriced }, (_, i) => row(`u${i}`, null)),
  ];
  const valued = rows.filter(({ value }) => value !== null);
  const beyond = valued.length - 7;
  const gaps = rows.slice(valued.length).map(
    ({ asset, symbol }) =>
      ({
        ...{ asset, symbol, name: symbol, chain: "eip155:1", wallet_address: "0x8a12", amount: "1", raw_amount: null },
        ...{ assumed_decimals: null, reason: "not_listed", text: "No source lists it." },
      }) as UnpricedHolding,
  );
  const held = valued.reduce((all, { parts }) => all + parts.length, 0);
  const balance = {
    ...portfolio(rows),
    total: "1000",
    read_at: new Date().toISOString(),
    figures: { "/total": "total" },
    coverage: coverage({ priced: held, unpriced: gaps, hidden, complete: unpriced === 0 }),
    wallets: [{ id: "w", address: "0x8a12", label: "lighthouse.eth", value: "1000" } as WalletRow],
    hidden: Array.from(
      { length: hidden },
      (_, i) => ({ asset: `s${i}`, symbol: "S", rule: "spam", text: "Spam", amount: null }) as unknown as HiddenRow,
    ),
  };
  balance.user_wallet.dust = { count: zero, value: zero > 0 ? "0" : null };
  balance.user_wallet.rest = beyond > 0 ? { after: 7, count: beyond, value: "1", share: "1" } : null;
  const children = [
    ...valued.map(({ value }) => sum(value ?? "")),
    ...gaps.map(() => node({ operation: "gap", value: null })),
    ...balance.hidden.map(() => node({ operation: "hidden", value: null })),
  ];
  return { balance, explanation: explained(node({ operation: "sum", value: "1000", children })) };
}

beforeEach(() => {
  sdk.getYesterdayPortfolioBalance.mockResolvedValue({
    ...{ valuation_id: "v", currency_code: "USD", change: null, reason: null, total: null, figures: {}, moved: [] },
  });
});
afterEach(cleanup);

const none = () => undefined;

/** The numbers of a text. */
const numbersIn = (text: string | null | undefined) =>
  [...(text ?? "").matchAll(/\d+/g)].map(([number]) => Number(number));

/** How many parts a legend stands for: its last line may stand for several. */
function partsIn(lines: readonly HTMLElement[]): number {
  const words = lines
    .at(-1)
    ?.querySelector("button")
    ?.textContent?.match(/\d+ others?/)?.[0];
  return words === undefined ? lines.length : lines.length - 1 + (numbersIn(words)[0] ?? 0);
}

test.each<[string, World]>([
  ["one asset", { priced: 1 }],
  ["more assets than are named", { priced: 9 }],
  ["assets without a price", { priced: 9, unpriced: 3 }],
  ["assets worth zero", { priced: 9, zero: 2 }],
  ["fewer than are named, some worth zero", { priced: 3, zero: 2 }],
  ["hidden assets", { priced: 4, hidden: 5 }],
  ["grouped assets", { priced: 2, grouped: 3 }],
  ["all of them", { priced: 6, grouped: 4, zero: 3, unpriced: 2, hidden: 7 }],
])("ring, table, drawer and head count the same: %s", async (_, world) => {
  const { balance, explanation } = answersOf(world);
  sdk.getBalance.mockResolvedValue(balance);
  sdk.explainFigure.mockResolvedValue(explanation);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/home"]}>
        <ExplainContainer>
          <Home wallets={[]} providers={null} pageActions={null} onAdd={none} onFixWallet={none} />
        </ExplainContainer>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("table");
  const { priced = 0, grouped = 0, zero = 0, unpriced = 0, hidden = 0 } = world;
  const valued = priced + grouped + zero;
  const all = valued + unpriced;
  const lines = within(screen.getByRole("list", { name: "Largest parts of the total" })).getAllByRole("listitem");
  expect(partsIn(lines), "the small ring").toBe(valued);
  fireEvent.click(within(lines[0] as HTMLElement).getByRole("button"));
  const dialog = within(await screen.findByRole("dialog", { name: "Allocation" }));
  const legend = within(dialog.getByRole("list", { name: "Parts of the total" }));
  const parts = legend
    .getAllByRole("listitem")
    .filter((item) => item.parentElement?.ariaLabel === "Parts of the total");
  expect(partsIn(parts), "the ring").toBe(valued);
  const centre = dialog.getByText(/^\d+ assets?(, \d+ priced)?$/).textContent;
  expect(numbersIn(centre), "the centre of the ring").toEqual(unpriced > 0 ? [all, valued] : [all]);
  fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  const title = screen.getByRole("heading", { name: /^Assets/ }).textContent;
  expect(numbersIn(title), "the table").toEqual(zero > 0 ? [all - zero, all] : [all]);
  const foot = screen.getByText(/^Total of \d+ assets?/).textContent;
  expect(numbersIn(foot)[0], "the sum").toBe(all);
  if (zero > 0) expect(foot, "dust").toMatch(new RegExp(`, ${zero} under \\$1 hidden`));
  if (hidden > 0)
    expect(numbersIn((await screen.findByText(/hidden assets? \(spam\)/)).textContent), "hidden").toEqual([hidden]);
  const head = screen.getAllByText(/holdings? priced$/)[0]?.textContent;
  expect(numbersIn(head), "the head").toEqual([valued + grouped, valued + grouped + unpriced]);
  fireEvent.click(screen.getByRole("button", { name: /^Net worth .*Explain this figure$/ }));
  const words = await screen.findByText(/^\d+ (priced )?assets?$/);
  expect(words.textContent, "the drawer").toBe(
    `${valued}${unpriced > 0 ? " priced" : ""} ${valued === 1 ? "asset" : "assets"}`,
  );
});
