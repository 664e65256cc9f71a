import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts, MASK } from "../../format/amounts";
import { Exchanges } from "./Exchanges";
import { account, history, profile } from "./exchange.test-data";
import { renderWith } from "./exchange.test-setup";
import type { AccountHistory, ExchangeAccount, Portfolio } from "./types";

const sdk = vi.hoisted(() => ({
  getExchangeProfiles: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  addUpdateUserAccount: vi.fn(),
  deleteUserAccount: vi.fn(),
  restoreUserAccount: vi.fn(),
  updateUserAccountName: vi.fn(),
  ProblemError: class extends Error {
    constructor(
      readonly status: number,
      readonly code: string,
      message: string,
      readonly requestId = "",
      readonly data: unknown = null,
    ) {
      super(message);
    }
  },
}));
vi.mock("@spyhop/sdk", () => sdk);

/** The figures of a person with one account at an exchange. */
const portfolio = {
  currency_code: "USD",
  figures: { "/wallets/0/value": "f" },
  wallets: [{ address: account().wallet_address, value: "58534.05", share: "5.9", priced: 6, unpriced: 1, reading: 0 }],
} as unknown as Portfolio;

const answerWith = (...user_accounts: ExchangeAccount[]) =>
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts });

const onConnect = vi.fn();
const onReplace = vi.fn();
const open = (
  shown: Portfolio | undefined = portfolio,
  histories: readonly AccountHistory[] | undefined = [history()],
  isHistoryLost = false,
) =>
  renderWith(
    <Exchanges
      portfolio={shown}
      histories={isHistoryLost ? undefined : histories}
      isHistoryLost={isHistoryLost}
      since={new Map([[account().wallet_address, "2026-03-14T10:00:00Z"]])}
      onConnect={onConnect}
      onReplace={onReplace}
    />,
  );

const choose = async (entry: string) => {
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Kraken" }));
  fireEvent.click(screen.getByRole("menuitem", { name: entry }));
};

beforeEach(() => {
  sdk.getExchangeProfiles.mockResolvedValue({ exchanges: [profile()] });
  answerWith(account());
});
afterEach(() => {
  cleanup();
  hideAmounts(false);
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

test("a card has the balance, the state and the key of an account, and leads to its page", async () => {
  open();
  const link = await screen.findByRole("link", { name: "Kraken" });
  expect(link.getAttribute("href")).toBe("/exchanges/kraken/Kraken");
  for (const text of ["$58,534.05", "6 of 7 holdings priced · 5.9% of your net worth"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("Key …k70d · read-only · since 14 Mar 2026")).toBeTruthy();
  expect(screen.getByText(/^Read/).textContent).toMatch(/^Read on 20 Nov 2026$/);
  act(() => hideAmounts(true));
  expect(screen.queryByText("$58,534.05")).toBeNull();
  expect(screen.getByText(MASK)).toBeTruthy();
});

test.each<[string, AccountHistory[] | "lost", string]>([
  ["whole", [history()], "History known since 30 Jan 2024"],
  ["reading", [history({ state: "reading", facts: 412, total: 538 })], "Reading history, 412 of 538 rows"],
  ["failed", [history({ state: "failed" })], "History known since 30 Jan 2024, reading failed"],
  ["never read", [history({ state: "not_read", oldest: null, facts: 0 })], "History: not read"],
  ["not begun", [], "History not read yet"],
  ["unknown", "lost", "History: couldn't be loaded"],
])("the card says since when the history is known: %s", async (_, histories, words) => {
  const isLost = histories === "lost";
  open(portfolio, isLost ? undefined : histories, isLost);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("an account that is not read says why, from when its balances are, and what to do", async () => {
  answerWith(
    account({
      state: "failing",
      reason: { code: "unavailable", text: "Kraken did not answer." },
      retry_on: "2026-11-20T14:10:00Z",
    }),
    account({
      ...{ account_name: "Main", wallet_address: "kraken.b", state: "needs_attention", read_on: null },
      reason: { code: "bad_key", text: "Kraken does not accept the key. Replace it." },
    }),
  );
  open();
  await screen.findByRole("link", { name: "Main" });
  const [failing, broken] = ["Kraken", "Main"].map((name) => screen.getByRole("link", { name }).closest("li"));
  expect(failing?.textContent).toContain("Kraken did not answer. Balances were read on 20 Nov 2026. Retries now.");
  expect(broken?.textContent).toContain("Its balances are not known yet.");
  expect(broken?.textContent).toContain("Not known");
  fireEvent.click(screen.getByRole("button", { name: "Replace key of Main" }));
  expect(onReplace).toHaveBeenCalledWith(expect.objectContaining({ account_name: "Main" }));
});

test("a disconnected account can be taken back for as long as the server allows", async () => {
  sdk.deleteUserAccount.mockResolvedValue({ undo_seconds: 10 });
  sdk.restoreUserAccount.mockResolvedValue(account());
  const { toasts } = open();
  await choose("Disconnect");
  await waitFor(() => expect(toasts[0]).toMatchObject({ text: "Kraken disconnected", ms: 10_000 }));
  const named = { exchange: "kraken", account_name: "Kraken" };
  expect(sdk.deleteUserAccount).toHaveBeenCalledExactlyOnceWith(named);
  toasts[0]?.undo?.();
  expect(sdk.restoreUserAccount).toHaveBeenCalledExactlyOnceWith(named);
});

test("an account that cannot be taken back any more says so", async () => {
  sdk.deleteUserAccount.mockResolvedValue({ undo_seconds: 10 });
  sdk.restoreUserAccount.mockRejectedValue(new Error("Not found"));
  const { toasts } = open();
  await choose("Disconnect");
  await waitFor(() => expect(toasts.length).toBe(1));
  toasts[0]?.undo?.();
  await waitFor(() => expect(toasts[1]).toEqual({ text: "Not found", bad: true }));
});

test("a name that is taken is refused before and by the server", async () => {
  answerWith(account(), account({ account_name: "Main", wallet_address: "kraken.b" }));
  const taken = "There is an account named Savings at this exchange already.";
  sdk.updateUserAccountName.mockRejectedValueOnce(
    new sdk.ProblemError(422, "invalid_input", taken, "", { fields: { new_account_name: taken } }),
  );
  const { toasts } = open();
  await choose("Rename");
  const dialog = within(screen.getByRole("dialog", { name: "Rename Kraken" }));
  const rename = (text: string) => {
    fireEvent.change(dialog.getByLabelText("Connection name"), { target: { value: text } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  };
  rename("Main");
  expect(dialog.getByText(/You have an account with this name here/)).toBeTruthy();
  expect(sdk.updateUserAccountName).not.toHaveBeenCalled();
  rename("Savings");
  await dialog.findByText(taken);
  sdk.updateUserAccountName.mockResolvedValueOnce(account({ account_name: "Vault" }));
  rename(" Vault ");
  await waitFor(() => expect(toasts).toEqual([{ text: "Renamed to Vault" }]));
  expect(sdk.updateUserAccountName).toHaveBeenLastCalledWith({
    ...{ exchange: "kraken", account_name: "Kraken", new_account_name: "Vault" },
  });
});

test("without an account the page says what connecting one needs", async () => {
  answerWith();
  open();
  await screen.findByText("No exchange connected");
  fireEvent.click(screen.getByRole("button", { name: "Connect exchange" }));
  expect(onConnect).toHaveBeenCalled();
});

test("a failure is said with a way to try again", async () => {
  sdk.getUserAccountByExchange.mockRejectedValueOnce(new Error("Something Went Wrong"));
  open();
  await screen.findByText("Couldn't load your exchanges");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "Kraken" });
});
