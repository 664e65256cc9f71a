import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { Toasts } from "../ui/Toast";
import { useConfirmedBulkDelete } from "./useConfirmedBulkDelete";

const wallets = ["a", "b", "c"].map((name) => ({ address: `0x${name}`, name: name.toUpperCase() }));

function Page() {
  const [onDelete, dialog] = useConfirmedBulkDelete();
  return (
    <Suspense>
      <button type="button" onClick={() => onDelete(wallets)}>
        Delete all
      </button>
      {dialog}
    </Suspense>
  );
}

/** Serves the number of gains that each wallet changes, null for a failure. Returns the calls that change the list. */
function show(changed: Record<string, number | null>): unknown[] {
  const calls: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const request = JSON.parse(body);
    if (url.endsWith("get-removal-effects")) {
      const changed_count = changed[request.wallet_address];
      if (changed_count === null)
        return Response.json({ error: true, code: "storage", message: "Busy.", data: null }, { status: 503 });
      return Response.json({ error: false, message: "", data: { changed_count, newest: [], currency_code: "USD" } });
    }
    if (!url.endsWith("get-user")) calls.push(request);
    const user_wallets = wallets.map(({ address }, position) => ({ address, position }));
    return Response.json({ error: false, message: "", data: { user: { user_wallets, version: 1 }, wallets: {} } });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <Page />
      </Toasts>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Delete all" }));
  return calls;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("several wallets are deleted only after a question that says which gains change, and Undo restores all", async () => {
  const calls = show({ "0xa": 0, "0xb": 3, "0xc": 1 });
  const dialog = await screen.findByRole("dialog", { name: "Delete 3 wallets?" });
  await screen.findByText("1 gain changes");
  expect([...dialog.querySelectorAll("li")].map((one) => one.textContent)).toEqual([
    "ANo gain changes",
    "B3 gains change",
    "C1 gain changes",
  ]);
  expect(dialog.textContent).toContain("Adding the wallets again restores the gains.");
  expect(calls).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await screen.findByText("3 wallets deleted");
  expect(calls).toEqual(wallets.map(({ address }) => ({ wallet_address: address })));
  fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ wallet_addresses: ["0xa", "0xb", "0xc"] }));
});

test("where it is not known which gains change, it says so, and nothing is deleted without an answer", async () => {
  const calls = show({ "0xa": 0, "0xb": null, "0xc": 0 });
  await screen.findByText("Couldn't compute which gains change for 1 wallet.");
  fireEvent.click(screen.getByRole("button", { name: "Keep them" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls).toEqual([]);
});
