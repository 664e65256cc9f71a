import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { Costs } from "./Costs";
import { feesOf } from "./fees.test-data";
import type { CostBasis, CostMethods, CostRow } from "./types";

const coverage = { complete: true, known_since: "2021-03-12T00:00:00Z", accounts: 2, accounts_done: 2, gaps: [] };
const chain = { _id: "eip155:1", name: "Ethereum", color: "#627eea", mark: null };
const total = (value: string, left_out = 0) => ({ value, left_out });

const row = (symbol: string, change: Partial<CostRow> = {}): CostRow => ({
  asset: `eip155:1/erc20:${symbol}`,
  symbol,
  name: symbol,
  mark: null,
  chain,
  is_position: false,
  amount: "2",
  unknown_amount: "0",
  average_cost_price: "50",
  current_price: "75",
  price_reason: null,
  cost_basis: "100",
  assumed_cost: "0",
  current_value: "150",
  gain_loss: "50",
  gain_loss_percentage: "50",
  ...change,
});

const basis = (assets: CostRow[], change: Partial<CostBasis> = {}): CostBasis => ({
  assets,
  total_count: assets.length,
  unlisted: 0,
  cost_basis: total("100"),
  current_value: total("150"),
  gain_loss: total("50"),
  method: "fifo",
  method_name: "FIFO",
  rules_text: "What you acquired first leaves first.",
  currency_code: "USD",
  assumed_share: null,
  coverage,
  figures: {},
  ...change,
});

const method = (name: string, in_use: boolean) => ({
  method: name.toLowerCase(),
  name,
  text: `${name} is a method.`,
  in_use,
  cost_basis: total("100"),
  unrealized: total("50"),
  realized: total("-7"),
  total_gain: total("43"),
});

const methods: CostMethods = {
  methods: [method("FIFO", true), method("HIFO", false)],
  scope: "all_accounts",
  scope_name: "Together",
  disposals: 1,
  since: "2021-03-12T00:00:00Z",
  currency_code: "USD",
  coverage,
  figures: {},
};

function show(data: CostBasis | { failure: string }, onChoose: Parameters<typeof Costs>[0]["onChoose"] = null) {
  const sent: [string, RequestInit | undefined][] = [];
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
    sent.push([url, init]);
    if (url.endsWith("get-cost-methods"))
      return Promise.resolve(Response.json({ error: false, message: "", data: methods }));
    if (url.endsWith("get-gas-fee-overtime"))
      return Promise.resolve(Response.json({ error: false, message: "", data: feesOf("0", ["2026-03-01"], []) }));
    if ("failure" in data)
      return Promise.resolve(
        Response.json({ error: true, code: "storage", message: data.failure, data: null }, { status: 503 }),
      );
    return Promise.resolve(Response.json({ error: false, message: "", data }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/intelligence/costs"]}>
        <Costs
          visitor={onChoose ? null : "spy_share_x"}
          share={null}
          volume={null}
          entryPath={null}
          onChoose={onChoose}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return sent;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowOf = (name: string): HTMLElement => {
  const found = screen.getByTitle(name).closest("tr");
  if (!found) throw new Error(`no row of ${name}`);
  return found;
};
const region = (name: RegExp) => screen.findByRole("region", { name });

test("what is not known is N/A, and never zero", async () => {
  const unknown = {
    average_cost_price: null,
    cost_basis: null,
    current_price: null,
    current_value: null,
    gain_loss: null,
    gain_loss_percentage: null,
    unknown_amount: "2",
  };
  show(basis([row("KNOWN"), row("TIDE", unknown)], { cost_basis: total("100", 1), current_value: total("150", 1) }));
  const table = await region(/^Average Cost Basis \d/);
  const tide = rowOf("TIDE");
  expect(tide.textContent).toContain("No price");
  expect(tide.textContent).toContain("2 without a known cost");
  expect(tide.textContent?.match(/N\/A/g)).toHaveLength(4);
  expect(tide.textContent).not.toContain("$0");
  within(table).getByText(/Left out: 1 asset without a price, 1 asset without a known cost, or only in part/);
});

test("dust is hidden by a press, and an empty table says what is empty", async () => {
  show(basis([row("DUST", { current_value: "0.5" })]));
  const table = await region(/^Average Cost Basis \d/);
  rowOf("DUST");
  fireEvent.click(within(table).getByRole("switch", { name: "Hide dust" }));
  await within(table).findByText("No average cost basis found");
});

test("what is assumed and what is missing is said", async () => {
  const gaps = [{ kind: "internal_transfers", text: "Internal transfers are missing.", accounts: 1 }];
  show(
    basis([row("ETH", { assumed_cost: "40" })], {
      assumed_share: "0.4",
      coverage: { ...coverage, complete: false, accounts_done: 1, gaps },
    }),
  );
  const behind = await region(/^History behind these costs/);
  within(behind).getByText(/40% of the cost is assumed/);
  within(behind).getByText(/is not complete\. Figures may change\. 1 account still being read\./);
  within(behind).getByText("Internal transfers are missing.");
  expect((await region(/^Average Cost Basis \d/)).textContent).toContain("assumed in part");
});

test("a press uses a method everywhere; a visitor chooses nothing", async () => {
  const onChoose = vi.fn();
  show(basis([row("ETH")]), onChoose);
  const lab = await region(/^Method lab 1 disposal since 12 Mar 2021/);
  fireEvent.click(within(lab).getByRole("button", { name: "Use HIFO everywhere" }));
  expect(onChoose).toHaveBeenCalledWith({ rule: "lot_method", code: "hifo", before: "fifo", name: "Method" });
  fireEvent.click(within(lab).getByRole("radio", { name: "Per wallet" }));
  expect(onChoose).toHaveBeenLastCalledWith({
    rule: "lot_scope",
    code: "per_account",
    before: "all_accounts",
    name: "Wallets",
  });
  cleanup();
  const sent = show(basis([row("ETH")]));
  await region(/^Method lab 1/);
  expect(screen.queryByRole("button", { name: /everywhere/ })).toBeNull();
  expect(new Headers(sent[0]?.[1]?.headers).get("authorization")).toBe("Bearer spy_share_x");
});

test("a failure is shown in its card, beside what works", async () => {
  show({ failure: "The storage is busy." });
  await screen.findByText("Couldn't load your costs");
  await region(/^Blockchain Fees over Time/);
  await region(/^Method lab 1/);
});
