import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideAmounts } from "../../../format/amounts";
import { setZone } from "../../../format/zone";
import { historyKey, portfolioKey } from "../../../queries/keys";
import { account, profile } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import type { ExchangeFilePreview } from "../types";
import { importedFile, preview, row } from "./file.test-data";
import { ImportDialog } from "./ImportDialog";

const sdk = vi.hoisted(() => ({
  previewExchangeUpload: vi.fn(),
  importExchangeUpload: vi.fn(),
  deleteExchangeFile: vi.fn(),
  getExchangeFiles: vi.fn(),
  ProblemError: class extends Error {
    constructor(
      message: string,
      readonly data: unknown = null,
      readonly code = "invalid_input",
    ) {
      super(message);
    }
  },
}));
vi.mock("@spyhop/sdk", () => sdk);

const NAMED = { exchange: "kraken", account_name: "Kraken" };

beforeEach(() => setZone("UTC"));
afterEach(() => {
  cleanup();
  hideAmounts(false);
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

const refused = (fields: Record<string, string>) => new sdk.ProblemError("Check the marked fields.", { fields });
const CSV = new File(["txid,refid\nL1,R1\n"], "ledgers.csv", { type: "text/csv" });

function open() {
  const onClose = vi.fn();
  const rendered = renderWith(<ImportDialog account={account()} profile={profile()} onClose={onClose} />);
  return { onClose, ...rendered };
}

/** Opens the preview of a file. */
async function openPreview(over: Partial<ExchangeFilePreview> = {}) {
  sdk.previewExchangeUpload.mockResolvedValue(preview(over));
  const rendered = open();
  fireEvent.change(screen.getByLabelText("Choose a CSV file"), { target: { files: { item: () => CSV } } });
  await screen.findByRole("table", { name: "Rows of the file" });
  return rendered;
}

const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: /^(Import|Nothing)/ });
const day = (name: "from" | "to") => screen.getByLabelText<HTMLInputElement>(`This file has everything ${name}`);
const enter = (name: "from" | "to", value: string) => fireEvent.change(day(name), { target: { value } });
const unlisted = () => screen.getByRole("checkbox", { name: "Count 1 row that Kraken's own lists do not have" });

/** The rows of the table as the texts of their cells. */
const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((one) => [...one.children].map(({ textContent }) => textContent));

test("the preview states what would happen, with a row of each status and why one cannot be read", async () => {
  await openPreview();
  const summary = screen.getByRole("heading", { level: 3 });
  expect(summary.textContent).toBe(
    "2 rows count. 1 is not in Kraken's lists. 1 counts already. 1 changed nothing. 1 cannot be read.",
  );
  expect(document.activeElement).toBe(summary);
  expect(screen.getByText("ledgers.csv · Ledgers · 17 bytes")).toBeTruthy();
  expect(rows().map(([line, time, , , state]) => [line, time, state])).toEqual([
    ["7", "", undefined],
    ["2", "11:02, 3 Feb 2024", "Counts"],
    ["3", "11:02, 3 Feb 2024", "Counts"],
    ["4", "11:02, 3 Feb 2024", "Counts already"],
    ["5", "", "Changed nothing"],
    ["6", "11:02, 3 Feb 2024", "Not listed"],
  ]);
  expect(rows()[0]?.slice(2)).toEqual(["This number has a comma.Line 7 · Cannot be read", "Cannot be read"]);
  expect(rows()[2]?.[3]).toContain("\u221250.1235 EURFee 0.13 EUR");
  expect(screen.getByText("1 row that cannot be read is left out.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Counts 2" }));
  expect(rows().map(([line]) => line)).toEqual(["2", "3"]);
});

test("hidden amounts are hidden in the rows", async () => {
  await openPreview();
  act(() => hideAmounts(true));
  expect(rows()[1]?.[3]).toContain("•••• EUR");
  expect(document.body.innerHTML).not.toMatch(/50\.12|\+••/);
});

test("many rows are shown on request, and it is said that not all of them are here", async () => {
  const many = Array.from({ length: 50 }, (_, i) => row({ line: i + 2 }));
  await openPreview({ rows: many, counting_count: 120, listed_count: 0, unlisted_count: 0, unchanging_count: 0 });
  expect(rows()).toHaveLength(10);
  fireEvent.click(screen.getByRole("button", { name: "Show 40 more" }));
  expect(rows()).toHaveLength(50);
  expect(screen.getByText("50 of 121 rows are shown here. All of them are imported.")).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: /own lists/ })).toBeNull();
});

test("rows that the lists do not have count by choice", async () => {
  sdk.importExchangeUpload.mockResolvedValue(importedFile());
  await openPreview();
  expect(submit().textContent).toBe("Import 2 rows");
  fireEvent.click(unlisted());
  expect(submit().textContent).toBe("Import 3 rows");
  expect(rows().at(-1)?.[4]).toBe("Counts");
  fireEvent.click(submit());
  await waitFor(() => expect(sdk.importExchangeUpload.mock.calls[0]?.[0].count_unlisted).toBe(true));
});

test("the days are those of the rows until they are changed, and what is wrong with them is said", async () => {
  await openPreview();
  expect([day("from").value, day("to").value]).toEqual(["2024-02-03", "2024-02-05"]);
  enter("from", "2024-02-04");
  enter("to", "");
  expect(screen.getByText("The file has rows before this day.")).toBeTruthy();
  expect(screen.getByText("Enter a day.")).toBeTruthy();
  fireEvent.click(submit());
  expect(document.activeElement).toBe(day("from"));
  expect(sdk.importExchangeUpload).not.toHaveBeenCalled();
});

test("the import refreshes what follows from it, and can be undone", async () => {
  const { onClose, toasts, client } = await openPreview();
  const invalidated = vi.spyOn(client, "invalidateQueries");
  sdk.importExchangeUpload.mockResolvedValue(importedFile());
  enter("from", "2024-01-01");
  enter("to", "2024-02-29");
  fireEvent.click(submit());
  expect(screen.getByRole("button", { name: "Importing…" }).getAttribute("aria-disabled")).toBe("true");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sdk.importExchangeUpload.mock.calls[0]?.[0]).toMatchObject({
    ...NAMED,
    count_unlisted: false,
    start_datetime: Date.parse("2024-01-01T00:00:00Z") / 1000,
    end_datetime: Date.parse("2024-02-29T23:59:59Z") / 1000,
  });
  const keys = invalidated.mock.calls.map(([filter]) => filter?.queryKey);
  for (const key of [portfolioKey, historyKey, ["exchange-files", "kraken", "Kraken"]])
    expect(keys).toContainEqual(key);
  expect(toasts[0]?.text).toBe("2 rows imported into Kraken");
  sdk.deleteExchangeFile.mockResolvedValue({ files: [] });
  toasts[0]?.undo?.();
  await waitFor(() => expect(toasts[1]).toEqual({ text: "Import undone" }));
  expect(sdk.deleteExchangeFile).toHaveBeenCalledWith({ ...NAMED, id: "f1" });
});

test("an account that has nothing before has everything from the start", async () => {
  sdk.importExchangeUpload.mockResolvedValue(importedFile());
  await openPreview();
  fireEvent.click(screen.getByRole("checkbox", { name: "Nothing happened in this account before that day" }));
  fireEvent.click(submit());
  await waitFor(() => expect(sdk.importExchangeUpload.mock.calls[0]?.[0].start_datetime).toBe(0));
});

test("what the server refuses is said where it belongs, and nothing is lost", async () => {
  const { onClose } = await openPreview();
  for (const [problem, text] of [
    [refused({ file: "This file was imported already." }), "This file was imported already."],
    [refused({ start_datetime: "The file cannot have what is not over yet." }), /not over yet/],
    [new sdk.ProblemError("Can't reach the Spyhop server.", null, "unreachable"), /^Can't reach/],
  ] as const) {
    sdk.importExchangeUpload.mockRejectedValueOnce(problem);
    fireEvent.click(submit());
    await screen.findByText(text);
  }
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByText("This file was imported already.")).toBeNull();
  expect(submit().textContent).toBe("Import 2 rows");
});

test("where no row counts the button says so, but the days can be imported", async () => {
  const { toasts } = await openPreview({ counting_count: 0, unlisted_count: 0, rows: [row({ verdict: "listed" })] });
  expect(screen.getByText("No row of this file would count.")).toBeTruthy();
  expect([submit().textContent, submit().disabled]).toEqual(["Nothing to import", true]);
  enter("from", "2024-01-01");
  expect([submit().textContent, submit().disabled]).toEqual(["Import the days only", false]);
  sdk.importExchangeUpload.mockResolvedValue(importedFile());
  fireEvent.click(submit());
  await waitFor(() => expect(toasts[0]?.text).toBe("Days imported into Kraken"));
});

test("a file without a row that changed the account has no days, and cannot be imported", async () => {
  await openPreview({
    starts_on: null,
    ends_on: null,
    counting_count: 0,
    unlisted_count: 0,
    listed_count: 0,
    rows: [],
  });
  expect(screen.queryByLabelText(/everything from/)).toBeNull();
  expect(submit().disabled).toBe(true);
});
