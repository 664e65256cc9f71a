import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { useConfirmedDelete } from "./useConfirmedDelete";

const WALLET = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const changed = {
  entry: "a",
  time: "2025-02-03T10:00:00Z",
  symbol: "ETH",
  before: "120.5",
  after: null,
};

function Page() {
  const [onDelete, dialog] = useConfirmedDelete();
  return (
    <Suspense>
      <button type="button" onClick={() => onDelete(WALLET, "Savings")}>
        Delete Savings
      </button>
      {dialog}
    </Suspense>
  );
}

/** Serves the effects, and returns the calls that were made. */
function show(effects: object | { message: string }): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    calls.push(url.split("/").at(-1) ?? "");
    if (url.endsWith("get-removal-effects") && "message" in effects)
      return Promise.resolve(Response.json({ error: true, code: "storage", data: null, ...effects }, { status: 503 }));
    const user = { user_wallets: [{ address: WALLET }], version: 1 };
    const data = url.endsWith("get-removal-effects") ? effects : { user, wallets: {} };
    return Promise.resolve(Response.json({ error: false, message: "", data }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete Savings" }));
  return calls;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a wallet whose removal changes no gain is deleted at once", async () => {
  const calls = show({ changed_count: 0, newest: [], currency_code: "USD" });
  await waitFor(() => expect(calls).toContain("delete-user-wallet"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("gains that change are listed before anything is deleted", async () => {
  const calls = show({ changed_count: 3, newest: [changed], currency_code: "USD" });
  const dialog = await screen.findByRole("dialog", { name: "Delete Savings?" });
  expect(dialog.textContent).toContain("3 gains of your other wallets change");
  expect(dialog.textContent).toContain("ETH 3 Feb 2025+$120.50");
  expect(dialog.textContent).toContain("and 2 more");
  expect(calls).not.toContain("delete-user-wallet");
  fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Delete Savings" }));
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls).toContain("delete-user-wallet"));
});

test("where it is not known which gains change, the person decides", async () => {
  const calls = show({ message: "The storage is busy." });
  await screen.findByText(/Couldn't compute which gains change: The storage is busy\./);
  expect(calls).not.toContain("delete-user-wallet");
});
