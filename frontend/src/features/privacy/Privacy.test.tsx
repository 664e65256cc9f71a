import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Privacy } from "./Privacy";
import type { ChainRow, SourceProfile } from "./types";

const sdk = vi.hoisted(() => ({
  getProfiles: vi.fn(),
  getChains: vi.fn(),
  getDisclosures: vi.fn(),
  getDataHealth: vi.fn(),
  exportDisclosures: vi.fn(),
}));
vi.mock("@spyhop/sdk", () => sdk);

const provider = (id: string, learns: string): SourceProfile => ({
  id,
  name: id,
  kind: "chain",
  website: "",
  learns,
  capabilities: [],
  rate_limit: "",
  hosts: [],
  credential_fields: [],
});
const chain = (id: string, name: string): Partial<ChainRow> => ({ id, name, supported: true });
const TOTAL = 95;

beforeEach(() => {
  const profiles = [provider("node", "One address at a time."), provider("prices", "Which coins, never whose.")];
  sdk.getProfiles.mockResolvedValue({ profiles, own_nodes_only: false });
  sdk.getChains.mockResolvedValue({ chains: [chain("eip155:1", "Ethereum"), chain("eip155:10", "OP Mainnet")] });
  sdk.getDisclosures.mockResolvedValue({ disclosures: [], total_count: TOTAL });
  sdk.getDataHealth.mockResolvedValue({ sources: [] });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const Place = () => <output data-testid="place">{useLocation().search}</output>;
const place = () => new URLSearchParams(screen.getByTestId("place").textContent ?? "");

/** Renders the page at a URL and waits for the request log. */
async function show(address: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Privacy hasSession />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Rows on a page");
}
const asked = () => sdk.getDisclosures.mock.lastCall?.[0];
const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("the ledger is as its address says, and is asked for once", async () => {
  await show("/privacy?network=eip155%3A10&days=7&p=1&rows=50");
  expect([chosen("Network"), chosen("Time"), chosen("Page"), chosen("Rows on a page")]).toEqual([
    "eip155:10",
    "7",
    "2",
    "50",
  ]);
  expect(asked()).toMatchObject({ chain: "eip155:10", start: 50, limit: 50, start_datetime: expect.any(Number) });
  expect(sdk.getDisclosures).toHaveBeenCalledTimes(1);
});

test("what narrows it goes into the address at once, any change begins at the first page", async () => {
  await show("/privacy?p=3");
  choose("Network", "eip155:1");
  expect(chosen("Network")).toBe("eip155:1");
  await waitFor(() => expect(Object.fromEntries(place())).toEqual({ network: "eip155:1" }));
  choose("Time", "30");
  choose("Rows on a page", "50");
  fireEvent.click(screen.getByLabelText("Next page"));
  await waitFor(() =>
    expect(Object.fromEntries(place())).toEqual({ network: "eip155:1", days: "30", rows: "50", p: "1" }),
  );
  choose("Network", "");
  await waitFor(() => expect(Object.fromEntries(place())).toEqual({ days: "30", rows: "50" }));
});

test("what is searched for stays out of the address", async () => {
  await show("/privacy?p=3");
  choose("Provider, address or purpose", "0x8a12");
  await waitFor(() => expect(asked()).toEqual({ search: "0x8a12", start: 0, limit: 10 }));
  await waitFor(() => expect(String(place())).toBe(""));
});

test("an address that names what is not there narrows nothing, and a page too far is the last", async () => {
  await show("/privacy?network=nonsense&days=3&rows=7&p=400");
  await waitFor(() => expect(Object.fromEntries(place())).toMatchObject({ p: "9" }));
  await waitFor(() => expect(asked()).toEqual({ start: 90, limit: 10 }));
  expect([chosen("Network"), chosen("Time"), chosen("Rows on a page")]).toEqual(["", "0", "10"]);
});

test("what each provider learns stands on its card", async () => {
  await show("/privacy");
  const card = await screen.findByRole("region", { name: "Data providers" });
  const items = within(card).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Node.*One address at a time\./),
    expect.stringMatching(/^Prices.*Which coins, never whose\./),
  ]);
});

/** Renders the page while some calls fail, and waits until all have settled. */
async function showFailing(...calls: (keyof typeof sdk)[]) {
  for (const call of calls) sdk[call].mockRejectedValue(new Error(`${call} failed`));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/privacy"]}>
        <Privacy hasSession />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("region", { name: "Data providers" });
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
}
const failures = () => screen.queryAllByRole("alert").map((one) => one.querySelector("p")?.textContent);
const calls = Object.keys(sdk) as (keyof typeof sdk)[];
const asks = () => calls.map((call) => sdk[call].mock.calls.length);

test.each([
  [["getProfiles"], ["Couldn't load the privacy promise", "Couldn't load data providers"]],
  [["getChains"], ["Couldn't load networks"]],
  [["getDisclosures"], ["Couldn't load the request log"]],
  [["getDataHealth"], ["Couldn't load provider status"]],
  [
    ["getProfiles", "getChains", "getDisclosures", "getDataHealth"],
    [
      "Couldn't load the privacy promise",
      "Couldn't load networks",
      "Couldn't load the request log",
      "Couldn't load data providers",
    ],
  ],
] as const)("while %j fails, what needs it says so, the rest stands, and each is asked once", async (failing, said) => {
  await showFailing(...failing);
  expect(failures()).toEqual(said);
  expect(screen.getAllByRole("region").map((one) => one.querySelector("h2")?.textContent)).toEqual([
    "Our privacy promise",
    "Request log",
    "Data providers",
  ]);
  expect(asks()).toEqual([1, 1, 1, 1, 0]);
});

test("what failed is asked for once more when told to, and everything else stays meanwhile", async () => {
  await showFailing("getChains", "getDataHealth");
  sdk.getChains.mockResolvedValue({ chains: [chain("eip155:1", "Ethereum")] });
  const card = screen.getByRole("region", { name: "Data providers" });
  fireEvent.click(within(screen.getByRole("region", { name: "Request log" })).getByText("Try again"));
  await screen.findByRole("option", { name: "Ethereum" });
  expect(failures()).toEqual(["Couldn't load provider status"]);
  sdk.getDataHealth.mockResolvedValue({ sources: [] });
  fireEvent.click(within(card).getByText("Try again"));
  await waitFor(() => expect(failures()).toEqual([]));
  expect(card.isConnected).toBe(true);
  expect(asks()).toEqual([1, 2, 1, 2, 0]);
});

test("where only own nodes are asked, networks that could not be read are no networks that are read", async () => {
  sdk.getProfiles.mockResolvedValue({ profiles: [], own_nodes_only: true });
  await showFailing("getChains");
  const card = screen.getByRole("region", { name: "Only your own nodes are used" });
  expect(within(card).getByRole("alert").textContent).toMatch(/^Couldn't load networks/);
  expect(within(card).getByText("Prices")).toBeTruthy();
});

test("a search that may be the first half of a recovery phrase is not sent", async () => {
  await show("/privacy");
  const search = screen.getByLabelText("Provider, address or purpose");
  fireEvent.change(search, { target: { value: "legal winner thank year wave sausage" } });
  await screen.findByText("This search was not sent");
  expect(asked()).toEqual({ start: 0, limit: 10 });
  expect(screen.queryByText("No requests yet")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByLabelText("Rows on a page");
  fireEvent.change(search, { target: { value: "balances of an address" } });
  await waitFor(() => expect(asked()).toEqual({ search: "balances of an address", start: 0, limit: 10 }));
});
