import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ExplainContext } from "../../ui/explain";
import { Approvals } from "./Approvals";
import { ApprovalsCard } from "./ApprovalsCard";
import { allowance, approvals, spender } from "./approvals.test-data";
import type { Approvals as Data } from "./types";

const explain = vi.fn();

/** Lets the server give this answer, or fail with a message. */
function answer(data: Data | string): void {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      typeof data === "string"
        ? Response.json({ error: true, code: "storage", message: data, data: null }, { status: 500 })
        : Response.json({ error: false, message: "", data }),
    ),
  );
}

function show(page: ReactNode = <Approvals />) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <ExplainContext value={explain}>
        <MemoryRouter>{page}</MemoryRouter>
      </ExplainContext>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  explain.mockReset();
});

test("a spender states what it may move, which explains itself", async () => {
  answer(approvals());
  show();
  const card = await screen.findByRole("article", { name: "Uniswap on Ethereum" });
  expect(within(card).getByText("No limit")).toBeTruthy();
  expect(within(card).getByText(/^250\.50* USDC$/)).toBeTruthy();
  fireEvent.click(within(card).getByRole("button", { name: "USDC, can be moved $250.50. Explain this figure" }));
  expect(explain).toHaveBeenCalledWith("figure-1");
});

test("a revocation is shown with its contract, its data and a link, and nothing is sent", async () => {
  answer(approvals());
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^Revoke USDC/ }));
  const dialog = screen.getByRole("dialog", { name: "Revoke USDC for Uniswap" });
  const link = within(dialog).getByRole("link", { name: "Open in your wallet" });
  expect(link.getAttribute("href")).toMatch(/^ethereum:0xA0b8.*@1\/approve\?address=0x68b3.*&uint256=0$/);
  expect(within(dialog).getByText(/^approve\(0x68b3/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a chain that no link can name has the call alone", async () => {
  const { revoke } = allowance();
  answer(approvals({ spenders: [spender({ allowances: [allowance({ revoke: { ...revoke, link: null } })] })] }));
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^Revoke USDC/ }));
  expect(screen.queryByRole("link", { name: "Open in your wallet" })).toBeNull();
  expect(screen.getByRole("button", { name: "Copy: Data" })).toBeTruthy();
});

test("someone's key is named, and so is a contract on no list", async () => {
  const address = "0x1111111111111111111111111111111111111111";
  answer(
    approvals({
      spenders: [
        spender({ owner: null, address, code: "key", allowances: [allowance({ limit: "amount", amount: "10" })] }),
        spender({ owner: null }),
      ],
    }),
  );
  show();
  expect(await screen.findByText("Someone's key, no contract")).toBeTruthy();
  expect(screen.getByText(/^10(\.0*)? USDC$/)).toBeTruthy();
  expect(screen.getAllByText("On no list")).toHaveLength(1);
});

test("what has no value says why and is no zero", async () => {
  const rows = [
    allowance({ symbol: "ODD", risk: "unpriced", at_risk: null, price: null }),
    allowance({ symbol: "NEW", risk: "unread_balance", at_risk: null, held: null, contract: "0x2" }),
    allowance({ symbol: "PUNK", risk: "collection", at_risk: null, held: null, limit: "everything", contract: "0x3" }),
    allowance({ symbol: "DAI", risk: "permit2", at_risk: "0", contract: "0x4" }),
  ];
  answer(approvals({ unvalued: 3, spenders: [spender({ at_risk: "0", unvalued: 3, allowances: rows })] }));
  show();
  await screen.findByRole("article", { name: "Uniswap on Ethereum" });
  for (const words of [
    "No price",
    "Balance not known",
    "Not valued",
    "All of the collection",
    "Only by another approval or a signature",
    "and 3 tokens without a value",
    "and 3 tokens without a known value",
  ])
    expect(screen.getByText(words)).toBeTruthy();
});

test("spenders of what is not held now come last, the first three of them", async () => {
  const quiet = ["1", "2", "3", "4", "5"].map((n) =>
    spender({
      owner: `Quiet ${n}`,
      at_risk: "0",
      allowances: [allowance({ risk: "not_held", at_risk: "0", held: "0" })],
    }),
  );
  answer(approvals({ spenders: [spender(), ...quiet] }));
  show();
  const others = await screen.findByRole("region", { name: "Nothing at risk now" });
  expect(within(others).getAllByRole("article")).toHaveLength(3);
  fireEvent.click(within(others).getByRole("button", { name: "Show 2 more" }));
  expect(within(others).getAllByRole("article")).toHaveLength(5);
});

test("what is not known is stated, and nothing found is then no result", async () => {
  answer(
    approvals({
      spenders: [],
      at_risk: "0",
      complete: false,
      left_out: 1,
      gaps: [{ code: "history_incomplete", text: "The history of 1 account is not complete." }],
      unread: [{ chain_name: "Ethereum", label: "Main", contract: "0x2", spender: "0x3", why: "no contract answers" }],
    }),
  );
  show();
  const gaps = await screen.findByRole("region", { name: "Not known" });
  for (const words of [/history of 1 account/, /1 older approval is left out/, /no contract answers/])
    expect(within(gaps).getByText(words)).toBeTruthy();
  expect(screen.getByText("No approval found so far")).toBeTruthy();
});

test("no one may move anything only if everything was read", async () => {
  answer(approvals({ spenders: [], at_risk: "0" }));
  show();
  expect(await screen.findByText("No one may move your tokens")).toBeTruthy();
});

test("an account for which a contract acts is named", async () => {
  answer(
    approvals({
      delegations: [
        {
          chain: "eip155:1",
          chain_name: "Ethereum",
          address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
          label: "Main",
          delegate: "0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B",
          owner: null,
          explorer_url: null,
          as_of: "2026-03-02T09:15:00Z",
        },
      ],
    }),
  );
  show();
  const note = await screen.findByRole("region", { name: "Main on Ethereum" });
  expect(within(note).getByText(/A contract acts for Main/)).toBeTruthy();
});

test("a failure says why and can be tried again", async () => {
  answer("The database is busy.");
  show();
  expect(await screen.findByText("The database is busy.")).toBeTruthy();
  answer(approvals());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("article", { name: "Uniswap on Ethereum" })).toBeTruthy();
});

test("the card of a wallet has the approvals of its address, and is left out without any", async () => {
  answer(approvals());
  show(<ApprovalsCard address="0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045" path="/intelligence/approvals" />);
  expect(await screen.findByText("1 approval is in force.")).toBeTruthy();
  expect(screen.getByText("USDC on Ethereum, no limit")).toBeTruthy();
  cleanup();
  const { container } = show(<ApprovalsCard address="0x1" path="/intelligence/approvals" />);
  await waitFor(() => expect(container.textContent).toBe(""));
});
