import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { Protocols } from "./Protocols";
import { card, loan, nothing, protocols } from "./protocols.test-data";
import type { Protocols as Data } from "./types";

const explain = vi.fn();
/** The headers of the requests, in their order. */
const sent: Headers[] = [];

/** Lets the server give this answer, or fail with a message. */
function answer(data: Data | string): void {
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    sent.push(new Headers(init?.headers));
    return Promise.resolve(
      typeof data === "string"
        ? Response.json({ error: true, code: "storage", message: data, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data }),
    );
  });
}

function show(visitor: string | null = null, onAdd: (() => void) | null = null, path = "/decentralized-finance") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ExplainContext value={explain}>
        <MemoryRouter initialEntries={[path]}>
          <Protocols visitor={visitor} actions={null} netWorth="7110" onAdd={onAdd} />
        </MemoryRouter>
      </ExplainContext>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  explain.mockReset();
});

test("the balance sheet has both sides with their types, and the net value with its share", async () => {
  answer(protocols());
  show();
  const credit = await screen.findByRole("region", { name: "Credit" });
  expect(within(credit).getByText("$8,110.00")).toBeTruthy();
  expect(
    within(credit)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Supplied$8,000.0098.6%", "Lent$100.001.2%", "Reward$10.000.1%"]);
  const debt = screen.getByRole("region", { name: "Debt" });
  expect(debt.textContent).toContain("debt is 24.7% of it. Lowest health factor: 2.40");
  const net = screen.getByRole("region", { name: "Net" });
  expect(net.textContent).toContain("$6,110.00Credit less debt. 85.9% of your net worth.");
  expect(net.textContent).toContain("$10.00 can be claimed now, in 1 protocol.");
  fireEvent.click(within(credit).getByRole("button", { name: "Credit" }));
  expect(within(credit).queryAllByRole("listitem")).toEqual([]);
});

test("a card has its amounts with their figures, and the health factor that the protocol stated", async () => {
  answer(protocols());
  show();
  const one = await screen.findByRole("article", { name: "Aave v3 Core on Ethereum" });
  const rows = within(within(one).getByRole("table")).getAllByRole("row").slice(1);
  expect(rows.map((row) => within(row).getAllByRole("cell").at(-1)?.textContent)).toEqual([
    "$8,000.00",
    "−$2,000.00",
    "$10.00",
  ]);
  expect(one.textContent).toContain("Health factor 2.40Safestated by Aave v3 Core");
  expect(one.textContent).toContain("after debt");
  fireEvent.click(within(one).getByRole("button", { name: /USD Coin, Borrowed, value/ }));
  expect(explain).toHaveBeenCalledWith("debt");
  expect(within(one).getByRole("link", { name: "Aave v3 Core" }).getAttribute("href")).toBe("https://compound.finance");
});

test("only debts or only what earns is shown, and the order turns with a second press", async () => {
  answer(protocols());
  show();
  await screen.findByRole("article", { name: /Aave/ });
  const cards = () => screen.getAllByRole("article").map((one) => one.getAttribute("aria-label"));
  fireEvent.click(screen.getByRole("radio", { name: "Debt" }));
  expect(cards()).toEqual(["Aave v3 Core on Ethereum"]);
  expect(screen.getByRole("radio", { name: "Yield" })).toHaveProperty("checked", false);
  fireEvent.click(screen.getByRole("radio", { name: "All" }));
  fireEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(cards()[0]).toBe("Aave v3 Core on Ethereum");
  fireEvent.click(screen.getByRole("button", { name: "Name, ascending" }));
  expect(cards()[0]).toBe("Compound v3 USDC on Base");
  fireEvent.click(screen.getByRole("button", { name: "Base" }));
  expect(cards()).toEqual(["Compound v3 USDC on Base"]);
  fireEvent.click(screen.getByRole("radio", { name: "Debt" }));
  expect(screen.getByText("No debts")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all positions" }));
  expect(cards()).toHaveLength(2);
});

test("an amount without a value is not known, and never zero", async () => {
  const [position] = loan.positions;
  const reason = { code: "not_listed" as const, text: "No source has a price." };
  const rows = position?.rows.map((row) => ({ ...row, value: null, price: null, reason }));
  const unknown = {
    ...loan,
    total: null,
    debt: null,
    positions: position ? [{ ...position, total: null, rows: rows ?? [] }] : [],
  };
  answer(protocols({ user_wallet: [unknown], sheet: { net: null, credit: null, debt: null, valued: 0, unvalued: 1 } }));
  show();
  const one = await screen.findByRole("article", { name: /Aave/ });
  expect(within(one).getAllByText("not known")).toHaveLength(3);
  expect(within(one).getByText("Not counted")).toBeTruthy();
  expect(within(one).getByText("WETH, USDC, AAVE: No source has a price.")).toBeTruthy();
  expect(screen.getByText("0 of 1 position valued")).toBeTruthy();
  expect(document.body.textContent).not.toContain("$0.00");
});

test("protocols that could not be read are named, and the sheet says so", async () => {
  const unread = [
    { name: "Moonwell", chain: "eip155:8453", chain_name: "Base", text: "Moonwell could not be read: no market." },
  ];
  answer(protocols({ sheet: { unread } }));
  show();
  const note = await screen.findByRole("region", { name: "Protocols not read" });
  expect(note.textContent).toContain("1 protocol was not read completely.");
  expect(note.textContent).toContain("Moonwell could not be read: no market.");
  expect(screen.getByText("1 protocol not read")).toBeTruthy();
});

test("a protocol that was read in part is not said to be missing as a whole", async () => {
  const [position] = loan.positions;
  const text = "A part of Aave v3 Core could not be read. Rewards are not detected.";
  answer(
    protocols({
      user_wallet: [{ ...loan, positions: position ? [{ ...position, unread: ["Rewards are not detected."] }] : [] }],
      sheet: { unread: [{ name: "Aave v3 Core", chain: "eip155:1", chain_name: "Ethereum", text }] },
    }),
  );
  show();
  const note = await screen.findByRole("region", { name: "Protocols not read" });
  expect(note.textContent).toBe(
    `1 protocol was not read completely. What was not read is not known, and not in any total.${text}`,
  );
});

test("without a position that was read, the page does not say that there is none", async () => {
  const unread = [{ name: "Moonwell", chain: "eip155:8453", chain_name: "Base", text: null }];
  answer({ ...nothing, sheet: { ...nothing.sheet, unread } });
  show();
  await screen.findByRole("region", { name: "Protocols not read" });
  expect(document.body.textContent).toContain("No position was found in what was read.");
});

test("on phones what is known against a protocol is there without opening its card", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  answer(protocols({ user_wallet: [card({ warning: "Exploited, insolvent.", stale: true })] }));
  show();
  const one = await screen.findByRole("article", { name: /Compound/ });
  const isFolded = (node: HTMLElement) => node.closest("[hidden]") !== null;
  expect(isFolded(within(one).getByText("USD Coin"))).toBe(true);
  expect(isFolded(within(one).getByText("Exploited, insolvent."))).toBe(false);
  expect(isFolded(within(one).getByText(/These figures are from/))).toBe(false);
});

test("an old reading keeps its value, and its health factor is not known", async () => {
  const [position] = loan.positions;
  const old = { ...loan, stale: true, positions: position ? [{ ...position, health_factor: null }] : [] };
  answer(protocols({ user_wallet: [old] }));
  show();
  const one = await screen.findByRole("article", { name: /Aave/ });
  expect(one.textContent).toContain("Health factor not known: the last reading is old.");
  expect(one.textContent).toContain("$6,010.00");
});

test("what is known against a protocol, what is locked and what was not read is in its card", async () => {
  const [position] = card({}).positions;
  const row = position?.rows[0];
  const locked = card({
    warning: "Exploited, insolvent.",
    positions:
      position && row
        ? [
            {
              ...position,
              item: "#481204",
              unread: ["Its rewards could not be read."],
              rows: [{ ...row, unlocks_on: "2999-01-07T00:00:00Z" }],
            },
          ]
        : [],
  });
  answer(protocols({ user_wallet: [locked] }));
  show();
  const one = await screen.findByRole("article", { name: /Compound/ });
  for (const text of ["Exploited, insolvent.", "Position #481204", "Its rewards could not be read.", "unlocks"])
    expect(one.textContent).toContain(text);
});

test("without positions the page says what was looked for; while reading it says so", async () => {
  const onAdd = vi.fn();
  answer(nothing);
  const { unmount } = show(null, onAdd);
  await screen.findByText("No data found");
  expect(document.body.textContent).toContain("43 protocols on 14 networks checked");
  fireEvent.click(screen.getByRole("button", { name: "Add wallet" }));
  expect(onAdd).toHaveBeenCalled();
  unmount();
  answer({ ...nothing, refreshing: true });
  show();
  await screen.findByText("Reading your positions");
});

test("a failure offers to try again", async () => {
  answer("The database is locked.");
  show();
  await screen.findByText("Couldn't load your DeFi positions");
  answer(protocols());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("article", { name: /Aave/ });
});

test("a visitor's call has the token of the share session", async () => {
  answer(protocols());
  show("spy_share_1");
  await screen.findByRole("article", { name: /Aave/ });
  expect(sent.at(-1)?.get("authorization")).toBe("Bearer spy_share_1");
});
