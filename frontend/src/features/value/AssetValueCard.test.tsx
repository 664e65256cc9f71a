import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../format/amounts";
import { ExplainContext } from "../../ui/explain";
import { AssetValueCard } from "./AssetValueCard";
import { chooseInCard } from "./cardChoices";
import { SpanChangeLine } from "./SpanChangeLine";
import type { ValueGraph } from "./types";
import { coverage, valueGraph } from "./value.test-data";

const VALUES = valueGraph([], ["100", "110", null, "90", "120"]);

const total = (value: string, left_out = 0) => ({ value, left_out });
/** How the value changed since the end of the first day. */
const CHANGE = {
  first_day: "2025-09-09",
  last_day: "2025-09-12",
  opening: total("100"),
  net_flow: total("-5", 2),
  gain: total("25", 2),
  closing: total("120"),
  currency_code: "USD",
  figures: {
    "/opening/value": "fig-start",
    "/net_flow/value": "fig-net",
    "/gain/value": "fig-gain",
    "/closing/value": "fig-now",
  },
};

beforeEach(() => {
  localStorage.clear();
  chooseInCard({ span: "1y", hasCost: true });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(700);
});
afterEach(() => {
  cleanup();
  hideAmounts(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const explain = vi.fn();

/** Shows the card with its line of the headline, and returns the bodies of the calls. */
function show(graph: ValueGraph | string, wallets: readonly string[] = [], isReading = false) {
  const sent: Record<string, unknown>[] = [];
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    if (path.endsWith("get-asset-value-change")) {
      const { first_day, last_day } = body;
      return Promise.resolve(Response.json({ error: false, message: "", data: { ...CHANGE, first_day, last_day } }));
    }
    sent.push(body);
    const isFailure = typeof graph === "string";
    const answer = isFailure ? { code: "storage", message: graph, data: null } : { message: "", data: graph };
    return Promise.resolve(Response.json({ error: isFailure, ...answer }, { status: isFailure ? 500 : 200 }));
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const choice = { visitor: null, wallets, isReading };
  render(
    <QueryClientProvider client={client}>
      <ExplainContext.Provider value={explain}>
        <MemoryRouter>
          <SpanChangeLine {...choice} />
          <AssetValueCard {...choice} path="/intelligence/asset-value" />
        </MemoryRouter>
      </ExplainContext.Provider>
    </QueryClientProvider>,
  );
  return { sent, client };
}

const periods = () => screen.findByRole("slider", { name: "Period" });
const text = () => document.body.textContent ?? "";

test("the total is shown with its cost, and the headline with the change of the span", async () => {
  const { sent } = show(VALUES);
  const slider = await periods();
  expect(slider.getAttribute("aria-valuetext")).toBe("12 Sept 2025, $120.00, $20.00 above cost, cost basis $100.00");
  expect(text()).toContain("+$20.00+20.00%since 8 Sept 2025");
  // Both ask for the same values, once.
  expect(sent).toEqual([{ group_criteria: "day", currency_code: "USD" }]);
  expect(screen.getByRole("link", { name: "Open Asset value" }).getAttribute("href")).toBe("/intelligence/asset-value");
});

test("the value at the start, what came in and went out, and the gain come to the value of now", async () => {
  show(VALUES);
  const equation = await screen.findByLabelText("How the value changed");
  expect(equation.textContent).toBe(
    "$100.00On 8 Sept 2025−$5.00Net flows, 2 not priced+$25.00Gain, after fees=$120.00Now",
  );
  for (const [name, figure] of [
    [/^Value at the start/, "fig-start"],
    [/^Net flows/, "fig-net"],
    [/^Gain/, "fig-gain"],
    [/^Value now/, "fig-now"],
  ] as const) {
    fireEvent.click(await screen.findByRole("button", { name }));
    expect(explain).toHaveBeenLastCalledWith(figure);
  }
});

test.each([
  ["while data is loaded", { data_loaded: false }, []],
  ["of some wallets, whose flows are not known apart", {}, ["0x1"]],
] as const)("there is no equation %s", async (_, change, wallets) => {
  show(valueGraph([], ["100", "110", null, "90", "120"], change), wallets);
  await screen.findByRole("button", { name: "Cost basis" }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByLabelText("How the value changed")).toBeNull();
});

test("arrow keys move through the days, and the tooltip says what one was worth", async () => {
  show(VALUES);
  const slider = await periods();
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(slider.getAttribute("aria-valuetext")).toBe("11 Sept 2025, $90.00, $10.00 under cost, cost basis $100.00");
  expect(text()).toMatch(/11 Sept 2025\$90\.00Under cost−\$10\.00Cost basis\$100\.00/);
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(text()).toMatch(/10 Sept 2025Not known/);
  // There is nothing to open.
  fireEvent.keyDown(slider, { key: "Enter" });
  fireEvent.click(slider);
  expect(await periods()).toBe(slider);
});

test("a span and the line of the cost are remembered in the browser", async () => {
  show(VALUES);
  await periods();
  fireEvent.click(screen.getByRole("radio", { name: "1D" }));
  await waitFor(() => expect(text()).toContain("+$30.00+33.33%since 11 Sept 2025"));
  const cost = screen.getByRole("button", { name: "Cost basis" });
  expect([cost.getAttribute("aria-pressed"), text().includes("Cost basis $100")]).toEqual(["true", true]);
  fireEvent.click(cost);
  expect([cost.getAttribute("aria-pressed"), text().includes("Cost basis $100")]).toEqual(["false", false]);
  expect(localStorage.getItem("spyhop.value.span")).toBe("1d");
  expect(localStorage.getItem("spyhop.value.cost")).toBe("hidden");
});

test("days before the history is known are named, and the change starts after them", async () => {
  const known = { ...coverage, known_since: "2025-09-11T00:00:00Z", complete: false, accounts_done: 1 };
  show({ ...VALUES, coverage: known });
  await periods();
  expect(text()).toContain("Before 11 Sept 2025: 1 account still being read");
  expect(text()).toContain("+$30.00+33.33%since 11 Sept 2025");
  cleanup();
  show({ ...VALUES, coverage: { ...known, accounts_done: 2 } });
  await screen.findByText("Before 11 Sept 2025: part of the history is missing");
  cleanup();
  show({ ...VALUES, coverage: { ...known, known_since: null } });
  await screen.findByText("1 account still being read");
  expect(text()).not.toContain("since");
});

test("without a history the card says why", async () => {
  const reading = { ...coverage, accounts_done: 0, complete: false };
  show(valueGraph([], ["100"], { coverage: reading, data_loaded: false }));
  await screen.findByText("Don't worry we're still loading all your data");
  expect(text()).not.toContain("since");
  cleanup();
  show(valueGraph([], ["100"]));
  await screen.findByText("Value is known since today");
  cleanup();
  show(valueGraph([], []));
  await screen.findByText("No transactions yet");
  cleanup();
  show("The disk is full.");
  await screen.findByText("Couldn't load your asset value");
});

test("hidden amounts are hidden in words and at the axis, and percentages stay", async () => {
  show(VALUES);
  const slider = await periods();
  fireEvent.keyDown(slider, { key: "ArrowLeft" });
  expect(text()).toContain("$90.00");
  act(() => hideAmounts(true));
  expect(document.body.innerHTML).not.toMatch(/\$\d/);
  expect(slider.getAttribute("aria-valuetext")).toBe("11 Sept 2025, ••••, •••• under cost, cost basis ••••");
  expect(text()).toContain("20.00%");
  expect(document.querySelectorAll("svg path[d^=M]").length).toBeGreaterThan(1);
});

test("chosen wallets are asked for, and months after a press", async () => {
  const { sent } = show(VALUES, ["0x1"]);
  await periods();
  expect(sent[0]).toMatchObject({ wallet_addresses: ["0x1"] });
  fireEvent.change(screen.getByRole("combobox", { name: "Periods" }), { target: { value: "month" } });
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ group_criteria: "month", wallet_addresses: ["0x1"] }));
});

test("while balances are read the known values are not loaded again", async () => {
  const { sent, client } = show(VALUES, [], true);
  await periods();
  await act(() => client.invalidateQueries());
  expect(sent).toHaveLength(1);
});
