import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setZone } from "../../format/zone";
import { ToastContext } from "../../ui/toasts";
import { ExportDialog, type ExportFilter } from "./ExportDialog";
import { lastMonth, spanOf } from "./reports";

const calls = vi.hoisted(() => [] as { name: string; request: unknown }[]);
const answer = vi.hoisted(() => ({ problem: null as Error | null }));
vi.mock("@spyhop/sdk", () => {
  const call = (name: string) => async (request: unknown) => {
    calls.push({ name, request });
    if (answer.problem) throw answer.problem;
    return { name: `${name}.csv`, content: new Blob(["a"]) };
  };
  return {
    exportTransactions: call("transactions"),
    exportGasFeeOvertime: call("fees"),
    exportCounterPartyVolumeTraded: call("counterparties"),
    exportAverageCostBasis: call("costs"),
  };
});
vi.mock("../../ui/saveFile", () => ({ saveBlob: () => undefined }));

const toasts: string[] = [];
beforeEach(() => {
  calls.length = 0;
  toasts.length = 0;
  answer.problem = null;
  setZone("Europe/Berlin");
});
afterEach(cleanup);

const WALLETS = [
  { value: "0x1", label: "Savings" },
  { value: "0x2", label: "Trading" },
];

const open = (filter: ExportFilter | null = null) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastContext value={({ text }) => toasts.push(text)}>
        <ExportDialog
          currency="EUR"
          currencies={["EUR", "USD"]}
          wallets={WALLETS}
          filter={filter}
          firstDay="2021-01-01"
          onClose={() => undefined}
        />
      </ToastContext>
    </QueryClientProvider>,
  );

const set = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (title: string) => fireEvent.click(screen.getByRole("button", { name: `Download ${title}` }));

test("each report is downloaded for the days in the zone of the person", async () => {
  open();
  set("From", "2026-03-01");
  set("To", "2026-03-31");
  set("Currency", "USD");
  const span = { currency_code: "USD", start_datetime: 1_772_319_600, end_datetime: 1_774_994_399 };
  for (const [title, name] of [
    ["Transaction History", "transactions"],
    ["Blockchain Gas Costs", "fees"],
    ["Counterparty Costs", "counterparties"],
    ["Average Cost Basis", "costs"],
  ] as const) {
    press(title);
    await waitFor(() => expect(toasts.at(-1)).toBe(`${name}.csv saved`));
    expect(calls.at(-1)).toEqual({ name, request: name === "transactions" ? { ...span, conditions: [] } : span });
  }
});

test("dates that are missing or in the wrong order are named, and nothing is sent", () => {
  open();
  set("From", "");
  press("Average Cost Basis");
  expect(screen.getByText("From date cannot be empty")).toBeTruthy();
  set("From", "2026-03-02");
  set("To", "");
  press("Average Cost Basis");
  expect(screen.getByText("To date cannot be empty")).toBeTruthy();
  set("To", "2026-03-01");
  press("Average Cost Basis");
  expect(screen.getByText("To date cannot be before from date")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("one wallet narrows the history alone, and a failure is shown at its report", async () => {
  open();
  set("Wallets", "0x2");
  expect(screen.getAllByText("Always of all wallets.")).toHaveLength(3);
  press("Transaction History");
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(calls[0]?.request).toMatchObject({ conditions: [{ key: "wallet", value: "0x2" }] });
  answer.problem = new Error("The server is busy.");
  press("Counterparty Costs");
  await screen.findByText("The server is busy.");
  expect(toasts).toHaveLength(1);
});

test("the filters of the history are those of its export", async () => {
  const conditions = [{ key: "kind", value: "swap" }] as const;
  open({ conditions, entries: 61, days: null });
  expect((screen.getByLabelText("From") as HTMLInputElement).value).toBe("2021-01-01");
  expect(screen.getByText("With the filters of this page.")).toBeTruthy();
  press("Transaction History");
  await waitFor(() => expect(calls[0]?.request).toMatchObject({ conditions }));
});

test("the first days are those of one month until today, also where a month is shorter", () => {
  expect(lastMonth(Date.parse("2026-11-29T12:00:00Z"))).toEqual(["2026-10-29", "2026-11-29"]);
  expect(lastMonth(Date.parse("2026-03-31T12:00:00Z"))).toEqual(["2026-02-28", "2026-03-31"]);
  expect(lastMonth(Date.parse("2026-01-15T12:00:00Z"))).toEqual(["2025-12-15", "2026-01-15"]);
  const day = spanOf({ from: "2026-03-29", to: "2026-03-29", currency: "USD", conditions: [] });
  expect(Number(day.end_datetime) - Number(day.start_datetime)).toBe(23 * 3_600 - 1);
});
