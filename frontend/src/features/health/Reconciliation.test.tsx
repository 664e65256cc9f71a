import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { chooseCurrency } from "../../format/currency";
import { ToastContext, type ToastText } from "../../ui/toasts";
import { Reconciliation } from "./Reconciliation";
import { difference, reconciled } from "./reconciliation.test-data";

const answer = vi.fn(() => reconciled());
const rates = vi.fn(() => ({ rates: { base: "USD", rates: { EUR: "0.5" }, as_of: {} } }));
const lift = vi.fn(({ account }: { account: string }) => ({ account }));

beforeEach(() => {
  answer.mockReset().mockImplementation(() => reconciled());
  rates.mockReset().mockImplementation(() => ({ rates: { base: "USD", rates: { EUR: "0.5" }, as_of: {} } }));
  lift.mockClear();
  const answers: Record<string, (body: never) => unknown> = {
    "get-reconciliation": answer,
    "get-currency-rates": rates,
    "lift-cap": lift,
  };
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) =>
    Response.json({
      error: false,
      message: "",
      data: answers[path.split("/").at(-1) ?? ""]?.(JSON.parse(body) as never),
    }),
  );
});
afterEach(() => {
  cleanup();
  chooseCurrency(null);
  hideAmounts(false);
  vi.unstubAllGlobals();
});

const onAddToken = vi.fn();

/** Renders the card and waits for its figures. */
async function show() {
  const toasts: ToastText[] = [];
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ToastContext value={(toast) => toasts.push(toast)}>
        <MemoryRouter>
          <Reconciliation onAddToken={onAddToken} />
        </MemoryRouter>
      </ToastContext>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  return toasts;
}

/** The words of a row, and of a figure at the top of the card. */
const rowWords = () =>
  within(screen.getByRole("list", { name: "Balances that differ" })).getByRole("listitem").textContent;
const figureWords = (name: string) => screen.getByText(name).parentElement?.textContent?.slice(name.length);

test("the share of the value that is reconciled has its amounts", async () => {
  await show();
  expect(figureWords("Value reconciled")).toBe("75.00%$1,500.00 of $2,000.00 with a known price");
  expect(figureWords("Balances that match")).toBe("40 of 411 differ");
  expect(figureWords("Differences in total")).toBe("$416.36All values known");
});

test("a difference says its size, since when, the likely cause and the next step", async () => {
  await show();
  const words = rowWords();
  expect(words).toContain("stETHSavings\u00a0· Ethereum");
  expect(words).toContain("Difference+0.1219 stETH+$416.36Balance 4.1231History 4.0012");
  expect(words).toContain("First entry11 Mar 2022");
  expect(words).toContain("Rebasing tokenThe balance of this token changes without transfers.");
  expect(words).toContain("No action needed: the balance of the network counts.");
  expect(screen.queryByRole("link")).toBeNull();
});

test("unknown values are said and not counted as zero", async () => {
  const unknown = difference({ difference: null, value: null, balance: null, first: null });
  answer.mockImplementation(() => reconciled({ value: "0", reconciled: "0", differences: [unknown] }));
  await show();
  expect(figureWords("Value reconciled")).toBe("Not knownNo compared balance has a known price.");
  expect(figureWords("Differences in total")).toBe("Not knownWithout 1 difference of unknown value");
  expect(rowWords()).toContain("Size unknownValue unknownBalance not readHistory 4.0012");
  expect(rowWords()).toContain("First entryNo entries");
});

test("amounts are shown in the display currency, and in dollars without a rate", async () => {
  chooseCurrency("EUR");
  await show();
  expect(figureWords("Value reconciled")).toBe("75.00%€750.00 of €1,000.00 with a known price");
  expect(rowWords()).toContain("+€208.18");
  cleanup();
  rates.mockImplementation(() => ({ rates: { base: "USD", rates: {} as { EUR: string }, as_of: {} } }));
  await show();
  expect(rowWords()).toContain("+$416.36");
});

test("hidden amounts leave the share", async () => {
  hideAmounts(true);
  await show();
  expect(figureWords("Value reconciled")).toBe("75.00%•••• of •••• with a known price");
  expect(rowWords()).not.toMatch(/0\.1219|416|4\.0012/);
});

test("the limit of an account is lifted in place", async () => {
  answer.mockImplementation(() => reconciled({ differences: [difference({ cause: "cap" })] }));
  const toasts = await show();
  fireEvent.click(screen.getByRole("button", { name: "Lift the limit of Savings" }));
  await waitFor(() => expect(toasts).toEqual([{ text: "Reading more of Savings" }]));
  expect(lift).toHaveBeenCalledWith({ account: difference().account });
  await waitFor(() => expect(answer.mock.calls.length).toBeGreaterThan(1));
});

test("an unlisted token is added on its network", async () => {
  const unlisted = difference({ cause: "not_read", asset: "eip155:8453/erc20:0x1", symbol: "TIDE" });
  answer.mockImplementation(() => reconciled({ differences: [unlisted] }));
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Add the token TIDE" }));
  expect(onAddToken).toHaveBeenCalledWith("eip155:8453");
});

test.each([
  ["undecoded", "Open entries: stETH, Savings", /transaction-history\?asset=eip155.*wallet=0xd8dA/],
  ["unknown", "Open entries: stETH, Savings", /transaction-history\?asset=eip155.*wallet=0xd8dA/],
  ["reading", "Show progress: stETH, Savings", /transaction-history$/],
  ["behind", "Show progress: stETH, Savings", /transaction-history$/],
])("the cause %s links to Transaction history", async (cause, name, path) => {
  answer.mockImplementation(() => reconciled({ differences: [difference({ cause })] }));
  await show();
  expect(screen.getByRole("link", { name }).getAttribute("href")).toMatch(path);
});

test.each([
  ["spam", "Spam", "none"],
  ["refused", "Refused", "act"],
  ["withdrawals", "Missing withdrawals", "act"],
  ["behind", "Newer balance", "wait"],
])("the cause %s has its words and its state", async (cause, words, state) => {
  answer.mockImplementation(() => reconciled({ differences: [difference({ cause })] }));
  await show();
  expect(screen.getByText(words).dataset.state).toBe(state);
});

test("without differences the card says so, and without history that there is none", async () => {
  answer.mockImplementation(() => reconciled({ equal: 41, reconciled: "2000", differences: [] }));
  await show();
  expect(figureWords("Value reconciled")).toMatch(/^100%/);
  expect(screen.getByText("Every balance equals what its history adds up to.")).toBeTruthy();
  expect(screen.queryByText("Differences in total")).toBeNull();
  cleanup();
  answer.mockImplementation(() => reconciled({ compared: 0, equal: 0, differences: [] }));
  await show();
  expect(screen.getByText("No history has been read yet.")).toBeTruthy();
});
