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
const lastRequest = () => sdk.getDisclosures.mock.lastCall?.[0];
const chosen = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("the request log follows the URL, and is fetched once", async () => {
  await show("/privacy?network=eip155%3A10&days=7&p=1&rows=50");
  expect([chosen("Network"), chosen("Time"), chosen("Page"), chosen("Rows on a page")]).toEqual([
    "eip155:10",
    "7",
    "2",
    "50",
  ]);
  expect(lastRequest()).toMatchObject({ chain: "eip155:10", start: 50, limit: 50, start_datetime: expect.any(Number) });
  expect(sdk.getDisclosures).toHaveBeenCalledTimes(1);
});

test("filters are written to the URL at once, and any change goes to the first page", async () => {
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

test("the search text stays out of the URL", async () => {
  await show("/privacy?p=3");
  choose("Provider, address or purpose", "0x8a12");
  await waitFor(() => expect(lastRequest()).toEqual({ search: "0x8a12", start: 0, limit: 10 }));
  await waitFor(() => expect(String(place())).toBe(""));
});

test("unknown filters in the URL are ignored, and a page beyond the last is the last", async () => {
  await show("/privacy?network=nonsense&days=3&rows=7&p=400");
  await waitFor(() => expect(Object.fromEntries(place())).toMatchObject({ p: "9" }));
  await waitFor(() => expect(lastRequest()).toEqual({ start: 90, limit: 10 }));
  expect([chosen("Network"), chosen("Time"), chosen("Rows on a page")]).toEqual(["", "0", "10"]);
});

test("each card shows what the provider learns", async () => {
  await show("/privacy");
  const card = await screen.findByRole("region", { name: "Data providers" });
  const items = within(card).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Node.*One address at a time\./),
    expect.stringMatching(/^Prices.*Which coins, never whose\./),
  ]);
});

test("a provider of which no answers are counted is not said to have given none", async () => {
  const answered = { id: "node:eip155:1", severity: "ok", last_ok_on: new Date().toISOString() };
  const silent = { id: "silent", severity: "ok", last_ok_on: null };
  sdk.getProfiles.mockResolvedValue({
    profiles: [provider("node", "a"), provider("history", "b"), provider("silent", "c")],
    own_nodes_only: false,
  });
  sdk.getDataHealth.mockResolvedValue({ sources: [answered, silent] });
  await show("/privacy");
  const card = await screen.findByRole("region", { name: "Data providers" });
  const [node, history, other] = within(card).getAllByRole("listitem");
  expect(node?.textContent).toContain("Last answer just now");
  expect(history?.textContent).not.toMatch(/No answer yet|Last answer/);
  expect(other?.textContent).toContain("No answer yet");
});

test("the empty log of the demo says why it stays empty", async () => {
  sdk.getDisclosures.mockResolvedValue({ disclosures: [], total_count: 0 });
  const page = (isDemo: boolean) => (
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={["/privacy"]}>
        <Privacy hasSession isDemo={isDemo} />
      </MemoryRouter>
    </QueryClientProvider>
  );
  render(page(true));
  expect(await screen.findByText("No requests in the demo")).toBeTruthy();
  cleanup();
  render(page(false));
  expect(await screen.findByText("No requests yet")).toBeTruthy();
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
] as const)(
  "while %j fails, its sections show the failure, the rest stays, and each call is made once",
  async (failing, failuresShown) => {
    await showFailing(...failing);
    expect(failures()).toEqual(failuresShown);
    expect(screen.getAllByRole("region").map((one) => one.querySelector("h2")?.textContent)).toEqual([
      "Our privacy promise",
      "Request log",
      "Data providers",
    ]);
    expect(asks()).toEqual([1, 1, 1, 1, 0]);
  },
);

test("a failed call is retried on request, and everything else stays meanwhile", async () => {
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

test("with own nodes only, networks that failed to load are not counted as read", async () => {
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
  expect(lastRequest()).toEqual({ start: 0, limit: 10 });
  expect(screen.queryByText("No requests yet")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  await screen.findByLabelText("Rows on a page");
  fireEvent.change(search, { target: { value: "balances of an address" } });
  await waitFor(() => expect(lastRequest()).toEqual({ search: "balances of an address", start: 0, limit: 10 }));
});
