import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { walletsKey } from "./queries";
import type { SearchWalletData, WalletCard } from "./types";
import { Wallets } from "./Wallets";
import { searchAnswer, walletCard } from "./wallet.test-data";

/** The number of wallets on the server. */
let count = 0;

const wallet = (n: number): WalletCard =>
  walletCard({
    id: String(n),
    address: `0x${String(n).padStart(40, "0")}`,
    display_address: `wallet-${n}.eth`,
    position: n,
  });

interface SearchRange {
  start: number;
  limit: number;
}

async function answer({ start, limit }: SearchRange): Promise<SearchWalletData> {
  const all = Array.from({ length: count }, (_, n) => wallet(n));
  return { ...searchAnswer(all.slice(start, start + limit)), limit, start, total_count: count };
}

const search = vi.fn(answer);
/** The part of the user that tells how many wallets there are. */
const user = () => ({ user: { user_wallets: Array.from({ length: count }, (_, n) => wallet(n)) } });
beforeEach(() => {
  // Tests of the list choose it.
  localStorage.setItem("spyhop.wallets.layout", "cards");
  search.mockReset().mockImplementation(answer);
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const data = url.includes("get-user") ? user() : await search(JSON.parse(body));
    return Response.json({ error: false, message: "", data });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the page at a URL, with Home before it in the history. */
async function openAt(address: string) {
  const nothing = () => undefined;
  const page = (
    <Wallets facts={null} share={null} onUpload={nothing} onAdd={nothing} onDelete={nothing} onFix={nothing} />
  );
  const router = createMemoryRouter([{ path: "*", element: page }], {
    initialEntries: ["/home", address],
    initialIndex: 1,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findAllByText(/^wallet-|^No data found$/, { selector: "h2 > a, th bdi, p" });
  return { router, client };
}

const names = () => screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);

test.each(["?p=1", "?p=99999999999", "?p=1e300"])("with three wallets %s is the page that has them", async (params) => {
  count = 3;
  const { router } = await openAt(`/wallets${params}`);
  expect(names()).toEqual(["wallet-0.eth", "wallet-1.eth", "wallet-2.eth"]);
  expect(router.state.location.search).toBe("");
  expect(screen.queryByText("No data found")).toBeNull();
  // Back leads to the previous page, not to the page that does not exist.
  expect(router.state.historyAction).toBe("REPLACE");
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/home");
});

test("a page has fifty wallets, and the next begins at the fifty-first", async () => {
  count = 51;
  await openAt("/wallets");
  expect(names()).toHaveLength(50);
  expect(screen.getByRole("form", { name: "Pages" }).textContent).toContain("of 2");
  cleanup();
  const { router } = await openAt("/wallets?p=1");
  expect(names()).toEqual(["wallet-50.eth"]);
  expect(router.state.location.search).toBe("?p=1");
  expect(search.mock.calls.map(([{ start, limit }]) => [start, limit])).toEqual([
    [0, 50],
    [50, 50],
  ]);
});

test("when the last wallet of the last page is deleted, the previous page is shown, and no empty state", async () => {
  count = 51;
  const { router, client } = await openAt("/wallets?p=1");
  count = 50;
  await act(() => client.refetchQueries({ queryKey: walletsKey }));
  await screen.findByText("wallet-49.eth");
  expect(router.state.location.search).toBe("");
  expect(screen.queryByText("No data found")).toBeNull();
});

test("while the last page is still read, the page is not empty but busy", async () => {
  count = 51;
  const { client } = await openAt("/wallets?p=1");
  count = 50;
  let release = () => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  search.mockImplementationOnce(answer).mockImplementationOnce((request) => waits.then(() => answer(request)));
  await act(() => client.refetchQueries({ queryKey: walletsKey, type: "active" }));
  await waitFor(() => expect(search).toHaveBeenCalledTimes(3));
  expect(screen.queryByText("No data found")).toBeNull();
  expect(document.querySelector("ul[aria-busy=true]")).not.toBeNull();
  await act(async () => release());
  await screen.findByText("wallet-49.eth");
  expect(document.querySelector("ul[aria-busy=true]")).toBeNull();
});

test("without a wallet it says that there is none, on any page", async () => {
  count = 0;
  const { router } = await openAt("/wallets?p=3");
  expect(screen.getByText("No data found")).toBeTruthy();
  expect(router.state.location.search).toBe("");
});

test("while another order or filter loads, the previous wallets are marked as outdated, in words too", async () => {
  count = 3;
  await openAt("/wallets");
  let release = () => {};
  search.mockImplementationOnce((request) =>
    new Promise<void>((resolve) => (release = resolve)).then(() => answer(request)),
  );
  const list = () => screen.getByText("wallet-0.eth").closest("ul > li")?.parentElement?.getAttribute("aria-busy");
  const statusText = () => screen.getByRole("status").textContent;
  expect([list(), statusText()]).toEqual(["false", ""]);
  fireEvent.click(screen.getByRole("button", { name: /^Name/ }));
  await waitFor(() => expect(search).toHaveBeenCalledTimes(2));
  expect([list(), statusText()]).toEqual(["true", "Loading wallets"]);
  await act(async () => release());
  await waitFor(() => expect([list(), statusText()]).toEqual(["false", ""]));
});

test("if a currency or an order fails to load, the previous wallets stay, with the error and a retry button", async () => {
  count = 3;
  await openAt("/wallets");
  search.mockImplementation(() => Promise.reject(new Error("The rates are gone.")));
  fireEvent.click(screen.getByRole("button", { name: /^Name/ }));
  const failure = () => screen.queryByText("Couldn't load wallets");
  await waitFor(() => expect(failure()).toBeTruthy());
  expect(names()).toEqual(["wallet-0.eth", "wallet-1.eth", "wallet-2.eth"]);
  expect(screen.getByRole("status").textContent).toBe("");
  search.mockImplementation(answer);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(failure()).toBeNull());
  expect(names()).toEqual(["wallet-0.eth", "wallet-1.eth", "wallet-2.eth"]);
});

test.each([
  ["invalid_input", 422, ""],
  ["internal", 500, "?chains=eip155%3A1"],
])("after %s (%d) the next try is made at /wallets%s", async (code, status, params) => {
  count = 3;
  const { router } = await openAt("/wallets");
  const refused = vi.fn(async () => Response.json({ error: true, message: "No.", code, data: null }, { status }));
  vi.stubGlobal("fetch", refused);
  await act(() => router.navigate("/wallets?chains=eip155%3A1"));
  await screen.findByText("Couldn't load wallets");
  const before = refused.mock.calls.length;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(router.state.location.search).toBe(params));
  await waitFor(() => expect(refused.mock.calls.length).toBeGreaterThan(before));
});

const rows = () =>
  within(screen.getByRole("table"))
    .getAllByRole("link")
    .map((link) => link.textContent);

test.each([
  [12, "cards"],
  [13, "list"],
])("with %d wallets the page shows %s until the person chooses otherwise", async (wallets, layout) => {
  localStorage.clear();
  count = wallets;
  await openAt("/wallets");
  expect(screen.queryByRole("table") === null ? "cards" : "list").toBe(layout);
  fireEvent.click(screen.getByRole("radio", { name: layout === "list" ? "Cards" : "List" }));
  await waitFor(() => expect(screen.queryByRole("table") === null ? "cards" : "list").not.toBe(layout));
  expect(localStorage.getItem("spyhop.wallets.layout")).not.toBe(layout);
});

test("the list has all wallets, fifty on a page, and a search is among all of them", async () => {
  localStorage.clear();
  count = 230;
  await openAt("/wallets");
  expect(search.mock.calls.map(([{ start, limit }]) => [start, limit])).toEqual([
    [0, 200],
    [200, 200],
  ]);
  expect(rows()).toHaveLength(50);
  expect(screen.getByRole("form", { name: "Pages" }).textContent).toContain("of 5");
  expect(screen.getByText("230 wallets")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Name, address or wallet app"), { target: { value: "wallet-22" } });
  await waitFor(() => expect(rows()).toHaveLength(11));
  expect(screen.getByRole("link", { name: "wallet-229.eth" }).getAttribute("href")).toMatch(/^\/wallets\/0x0+229$/);
  fireEvent.change(screen.getByLabelText("Name, address or wallet app"), { target: { value: "nowhere" } });
  await screen.findByText("No wallet matches “nowhere”.");
  fireEvent.click(screen.getByRole("button", { name: "Show all wallets" }));
  await waitFor(() => expect(rows()).toHaveLength(50));
});

test("a group shows its first wallets and the others on request", async () => {
  localStorage.clear();
  count = 20;
  await openAt("/wallets?group=app");
  expect(rows()).toHaveLength(5);
  expect(screen.getByRole("rowheader", { name: "No wallet app 20 wallets" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show 15 more in No wallet app" }));
  expect(rows()).toHaveLength(20);
});

test("an address that is not read is above the list and in none of its rows", async () => {
  localStorage.setItem("spyhop.wallets.layout", "list");
  count = 3;
  search.mockImplementation(async (range) => {
    const data = await answer(range);
    const unread = {
      wallet: "2",
      address: "0x2",
      label: "Archive",
      reason: "not_detected" as never,
      text: "Too short.",
    };
    return { ...data, coverage: { ...data.coverage, unread: [unread] } };
  });
  await openAt("/wallets");
  expect(rows()).toEqual(["wallet-0.eth", "wallet-1.eth"]);
  const attention = screen.getByRole("region", { name: "Needs attention 1" });
  expect(attention.textContent).toContain("This wallet address is not detected. Please fix it now.");
  expect(within(attention).getByRole("button", { name: "Fix now: Archive" })).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "2 wallets · 1 needs attention, above" })).toBeTruthy();
});
