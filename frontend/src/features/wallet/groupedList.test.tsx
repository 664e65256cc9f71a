import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Toasts } from "../../ui/Toast";
import type { WalletCard } from "./types";
import { Wallets } from "./Wallets";
import { searchAnswer, walletCard } from "./wallet.test-data";

/** The wallets on the server, and the changes of their groups that were requested. */
let wallets: WalletCard[];
let changes: { wallets: string[]; group: string }[];
const onDelete = vi.fn();
const onUpload = vi.fn();

const wallet = (n: number, group: string | null): WalletCard =>
  walletCard({ id: String(n), address: `0x${n}`, nickname: `Wallet ${n}`, position: n, group, total_value: "10" });

function serve(url: string, body: { wallets: string[]; group: string }): object {
  if (url.endsWith("set-group")) {
    changes.push(body);
    wallets = wallets.map((one) => (body.wallets.includes(one.id) ? { ...one, group: body.group || null } : one));
    return { user_wallets: wallets };
  }
  return url.endsWith("get-user") ? { user: { user_wallets: wallets } } : searchAnswer(wallets);
}

beforeEach(() => {
  localStorage.setItem("spyhop.wallets.layout", "list");
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  changes = [];
  onDelete.mockReset();
  wallets = [0, 1, 2].map((n) => wallet(n, "Treasury")).concat([3, 4].map((n) => wallet(n, null)));
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) =>
    Response.json({ error: false, message: "", data: serve(url, JSON.parse(body)) }),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function openPage(path = "/wallets") {
  const nothing = () => undefined;
  const page = (
    <Wallets facts={null} share={null} onUpload={onUpload} onAdd={nothing} onDelete={onDelete} onFix={nothing} />
  );
  const router = createMemoryRouter([{ path: "*", element: page }], { initialEntries: [path] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <RouterProvider router={router} />
      </Toasts>
    </QueryClientProvider>,
  );
  await screen.findByRole("checkbox", { name: "Choose Wallet 4" });
}

const groups = () => screen.queryAllByRole("rowheader", { name: /wallets?$/ }).map((one) => one.textContent?.trim());
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const choose = (...numbers: number[]) => {
  for (const n of numbers) fireEvent.click(box(`Choose Wallet ${n}`));
};
const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("link")
    .map((link) => link.textContent);

test("wallets are in the person's groups if there is one, and a group folds", async () => {
  await openPage();
  await waitFor(() => expect(groups().slice(0, 2)).toEqual(["Treasury 3 wallets", "No group 2 wallets"]));
  const fold = screen.getByRole("button", { name: "Treasury 3 wallets" });
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  fireEvent.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(names()).toEqual(["Wallet 3", "Wallet 4"]);
  cleanup();
  wallets = wallets.map((one) => ({ ...one, group: null }));
  await openPage();
  expect(groups()).toEqual(["5 wallets"]);
});

test("Shift chooses a span, the box in the head all rows, and Escape none", async () => {
  await openPage("/wallets?group=none");
  const all = box("Choose all wallets shown");
  choose(1);
  fireEvent.click(box("Choose Wallet 3"), { shiftKey: true });
  expect(screen.getByText("3 chosen")).toBeTruthy();
  expect([all.checked, all.indeterminate]).toEqual([false, true]);
  fireEvent.click(all);
  expect(screen.getByText("5 chosen")).toBeTruthy();
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  fireEvent.keyDown(window, { key: "Escape" });
  expect(screen.queryByText("5 chosen")).toBeNull();
  expect([all.checked, all.indeterminate]).toEqual([false, false]);
});

test("a search leaves chosen wallets that do not match out of what is deleted", async () => {
  await openPage("/wallets?group=none");
  choose(1, 2);
  fireEvent.change(screen.getByLabelText("Name, address or wallet app"), { target: { value: "Wallet 2" } });
  await screen.findByText("1 chosen");
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(onDelete.mock.calls[0]?.[0].map(({ id }: WalletCard) => id)).toEqual(["2"]);
});

test("chosen wallets move to a group, and Undo moves each back", async () => {
  await openPage();
  choose(0, 3);
  fireEvent.click(screen.getByRole("button", { name: "Move to group" }));
  const dialog = await screen.findByRole("dialog", { name: "Move 2 wallets" });
  fireEvent.click(within(dialog).getByRole("radio", { name: "New group…" }));
  fireEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  await within(dialog).findByText("Enter a name, such as Treasury.");
  fireEvent.change(within(dialog).getByLabelText("Name of the group"), { target: { value: "treasury" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  await within(dialog).findByText("You already have a group with this name.");
  fireEvent.change(within(dialog).getByLabelText("Name of the group"), { target: { value: " Ops " } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Move" }));
  await screen.findByText("Moved 2 wallets to Ops.");
  expect(screen.queryByText("2 chosen")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() =>
    expect(changes.slice(1)).toEqual([
      { wallets: ["0"], group: "Treasury" },
      { wallets: ["3"], group: "" },
    ]),
  );
  expect(changes[0]).toEqual({ wallets: ["0", "3"], group: "Ops" });
});

test("a group is renamed with all its wallets, and deleting it keeps them", async () => {
  await openPage();
  fireEvent.change(screen.getByLabelText("Name, address or wallet app"), { target: { value: "Wallet 2" } });
  await screen.findByRole("button", { name: "Treasury 1 wallet" });
  fireEvent.click(screen.getByRole("button", { name: "Actions for Treasury" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Rename" }));
  fireEvent.change(await screen.findByLabelText("Name of the group"), { target: { value: "Vault" } });
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  await screen.findByText("Renamed Treasury to Vault.");
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Vault" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Delete group" }));
  await screen.findByText("Deleted the group Vault. Its wallets are kept.");
  expect(changes).toEqual([
    { wallets: ["0", "1", "2"], group: "Vault" },
    { wallets: ["0", "1", "2"], group: "" },
  ]);
});

test("a new group needs a name and a wallet", async () => {
  await openPage();
  fireEvent.click(screen.getByRole("button", { name: "New group" }));
  fireEvent.change(await screen.findByLabelText("Name of the group"), { target: { value: "Ops" } });
  fireEvent.click(screen.getByRole("button", { name: "Create group" }));
  await screen.findByText("Choose at least one wallet.");
  fireEvent.click(screen.getByRole("checkbox", { name: "Wallet 4" }));
  fireEvent.click(screen.getByRole("button", { name: "Create group" }));
  await screen.findByText("Moved 1 wallet to Ops.");
  expect(changes).toEqual([{ wallets: ["4"], group: "Ops" }]);
});

test("a row says how long ago its wallet was read, and that it was not yet", async () => {
  const read_at = new Date(Date.now() - 3 * 60_000).toISOString();
  wallets = wallets.map((one, n) => (n === 0 ? { ...one, read_at } : one));
  await openPage();
  expect(screen.getByRole("columnheader", { name: "Read" })).toBeTruthy();
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(name) }));
  expect(row("Wallet 0").getByRole("time").textContent).toBe("3 min ago");
  expect(row("Wallet 1").getByText("Not yet")).toBeTruthy();
});

test("a list is uploaded from the head, and All says how many wallets there are", async () => {
  await openPage();
  fireEvent.click(screen.getByRole("button", { name: "Upload a list" }));
  expect(onUpload).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "All 5" }).getAttribute("aria-pressed")).toBe("true");
});
