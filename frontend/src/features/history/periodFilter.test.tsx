import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserZone, setZone } from "../../format/zone";
import { History } from "./History";
import { historyPage, row } from "./history.test-data";
import { renderAt, stubServer } from "./server.test-setup";
import type { PageRequest } from "./types";

const FROM = "2025-09-08T00:00:00Z";
const TO = "2025-09-08T23:59:59Z";
const filters = {
  year_filter: [{ value: "2025", label: "2025", mark: null, count: 588 }],
  method_filters: [],
  asset_filters: [],
  wallet_filters: [],
  chain_filters: [],
  kind_filters: [],
};

const search = vi.fn((_: PageRequest) => historyPage([row("e1")], { total_count: 61 }));

beforeEach(() => {
  setZone("UTC");
  search.mockClear();
  stubServer({ "search-transaction": search, "get-transaction-filter": vi.fn(() => filters) });
});
afterEach(() => {
  cleanup();
  setZone(browserZone());
  vi.unstubAllGlobals();
});

const conditions = () => search.mock.calls.map(([body]) => body.conditions);
const show = (url: string) => renderAt(url, <History actions={null} onAdd={vi.fn()} />);

/** Opens the dates. */
async function openDates() {
  fireEvent.click(await screen.findByRole("button", { name: /^Dates: / }));
  return within(await screen.findByRole("form", { name: "Dates" }));
}

test("a link to moments shows their entries, and a press shows all time", async () => {
  const { params } = show(`/x?from=${FROM}&to=${TO}&dust=show`);
  await screen.findByRole("button", { name: "Dates: 8 Sept 2025" });
  expect(conditions()[0]).toEqual([
    { key: "from", value: FROM },
    { key: "to", value: TO },
  ]);
  const dates = await openDates();
  fireEvent.click(dates.getByRole("button", { name: "All time" }));
  await waitFor(() => expect(params()).toEqual({ dust: "show" }));
  await waitFor(() => expect(conditions()).toContainEqual([]));
  expect(screen.queryByRole("form", { name: "Dates" })).toBeNull();
});

test("a period that cannot be read is none", async () => {
  show(`/x?from=today&to=${TO}`);
  await screen.findAllByRole("link", { name: /^lighthouse\.eth/ });
  expect(screen.getByRole("button", { name: "Dates: All time" }).dataset.set).toBeUndefined();
});

test("two days are entered, counted and applied; the days of the URL are those of the zone", async () => {
  const { params } = show("/x?p=0&dust=show");
  const dates = await openDates();
  expect(dates.getByRole("button", { name: /^2025/ }).textContent).toBe("2025588");
  fireEvent.change(dates.getByLabelText("From"), { target: { value: "2025-09-10" } });
  fireEvent.change(dates.getByLabelText("To"), { target: { value: "2025-09-08" } });
  dates.getByText("The first day is after the last.");
  expect(dates.getByRole("button", { name: "Show entries" })).toHaveProperty("disabled", true);
  fireEvent.change(dates.getByLabelText("From"), { target: { value: "2025-09-01" } });
  fireEvent.click(await dates.findByRole("button", { name: "Show 61 entries" }));
  await waitFor(() => expect(params()).toEqual({ dust: "show", from: "2025-09-01", to: "2025-09-08" }));
  await waitFor(() =>
    expect(conditions().at(-1)).toEqual([
      { key: "from", value: "2025-09-01T00:00:00Z" },
      { key: "to", value: TO },
    ]),
  );
  expect(screen.getByRole("button", { name: "Dates: 1–8 Sept 2025" }).dataset.set).toBe("true");
});

test("the calendar chooses two days by pressing, in any order, and is moved by keys", async () => {
  show("/x?from=2025-09-08&to=2025-09-20");
  const dates = await openDates();
  const day = (name: RegExp) => dates.getByRole("button", { name });
  expect(day(/^Monday,? 8 September 2025$/).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(day(/ 12 September/));
  fireEvent.click(day(/ 3 September/));
  expect(dates.getByLabelText("From")).toHaveProperty("value", "2025-09-03");
  expect(dates.getByLabelText("To")).toHaveProperty("value", "2025-09-12");
  fireEvent.keyDown(day(/ 3 September/), { key: "PageUp" });
  expect(document.activeElement).toBe(day(/^Sunday,? 3 August 2025$/));
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect(document.activeElement).toBe(day(/^Sunday,? 10 August 2025$/));
  fireEvent.click(dates.getByRole("button", { name: "Next month" }));
  expect(day(/^Monday,? 1 September 2025$/)).toBeTruthy();
});

test("Escape closes the dates and changes nothing", async () => {
  const { params } = show("/x?from=2025-09-08&to=2025-09-20");
  const dates = await openDates();
  fireEvent.change(dates.getByLabelText("From"), { target: { value: "2025-09-01" } });
  fireEvent.keyDown(dates.getByLabelText("From"), { key: "Escape" });
  expect(screen.queryByRole("form", { name: "Dates" })).toBeNull();
  expect(document.activeElement?.textContent).toBe("8–20 Sept 2025");
  expect(params()).toEqual({ from: "2025-09-08", to: "2025-09-20" });
});
