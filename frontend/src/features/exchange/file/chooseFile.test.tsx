import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { account, profile } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import type { ExchangeFilePreview } from "../types";
import { preview } from "./file.test-data";
import { ImportDialog } from "./ImportDialog";

const sdk = vi.hoisted(() => ({
  previewExchangeUpload: vi.fn(),
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
const PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";

afterEach(() => {
  cleanup();
  sdk.previewExchangeUpload.mockReset();
});

const refused = (fields: Record<string, string>) => new sdk.ProblemError("Check the marked fields.", { fields });
const csv = (text = "txid,refid\nL1,R1\n", name = "ledgers.csv") => new File([text], name, { type: "text/csv" });

const open = () => renderWith(<ImportDialog account={account()} profile={profile()} onClose={vi.fn()} />);
const field = () => screen.getByLabelText<HTMLInputElement>("Choose a CSV file");
const choose = (file: File) => fireEvent.change(field(), { target: { files: { item: () => file } } });

test("first it says which files are read, where they are, what is kept, and how large they may be", () => {
  open();
  const dialog = screen.getByRole("dialog", { name: "Import CSV into Kraken" });
  for (const text of [
    "At Kraken: Documents, New export, Ledgers, as CSV.",
    "Spyhop keeps the rows, not the file.",
    "Up to 8.3 MB.",
  ])
    expect(dialog.textContent).toContain(text);
  expect(document.activeElement).toBe(field());
});

test.each<[string, File, RegExp]>([
  ["an empty file", csv(""), /^This file is empty/],
  ["an archive", csv("PK\u0003\u0004rest", "ledgers.zip"), /^This is an archive or a spreadsheet/],
  ["a large file", csv("x".repeat(9_000_000)), /^This file has 9 MB, and a file can have up to 8.3 MB/],
  ["a recovery phrase", csv(`seed\n${PHRASE}\n`), /^This file contains a recovery phrase/],
  ["a phrase of one word a line", csv(PHRASE.replaceAll(" ", "\n")), /^This file contains a recovery phrase/],
])("%s is refused before anything is sent", async (_, file, text) => {
  open();
  choose(file);
  await screen.findByText(text);
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(sdk.previewExchangeUpload).not.toHaveBeenCalled();
});

test("a file is sent as it is; meanwhile the dialog says so, and what the server refuses is said at the field", async () => {
  sdk.previewExchangeUpload.mockRejectedValueOnce(refused({ file: "This is no CSV file." }));
  open();
  choose(csv("a hash,4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318\n"));
  expect(screen.getByText("Reading the file…")).toBeTruthy();
  await screen.findByText("This is no CSV file.");
  const [sent] = sdk.previewExchangeUpload.mock.calls[0] ?? [];
  expect(sent).toMatchObject(NAMED);
  // Texts are searched for secrets, for which hashes of transactions would be taken.
  expect([sent.file.type, sent.file.size]).toEqual(["", 72]);
  sdk.previewExchangeUpload.mockRejectedValueOnce(new sdk.ProblemError("Can't reach the Spyhop server.", null, "x"));
  choose(csv());
  await screen.findByText("Can't reach the Spyhop server.");
  expect(screen.queryByText("This is no CSV file.")).toBeNull();
});

test("a file is dropped", async () => {
  sdk.previewExchangeUpload.mockResolvedValue(preview());
  open();
  const zone = screen.getByText("Choose a CSV file");
  fireEvent.dragOver(zone);
  fireEvent.drop(zone, { dataTransfer: { files: { item: () => csv() } } });
  await screen.findByText("2 rows count.");
});

test("another file is chosen, and what was chosen before is forgotten", async () => {
  sdk.previewExchangeUpload.mockResolvedValueOnce(preview());
  open();
  choose(csv());
  await screen.findByRole("table", { name: "Rows of the file" });
  fireEvent.click(screen.getByRole("button", { name: "Other file" }));
  expect(within(screen.getByRole("dialog")).queryByRole("table")).toBeNull();
  let answer: (found: ExchangeFilePreview) => void = () => undefined;
  sdk.previewExchangeUpload.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  choose(csv());
  await waitFor(() => expect(sdk.previewExchangeUpload).toHaveBeenCalledTimes(2));
  const [, { signal }] = sdk.previewExchangeUpload.mock.calls[1] ?? [];
  cleanup();
  expect(signal.aborted).toBe(true);
  answer(preview());
});
