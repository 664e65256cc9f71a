import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setZone } from "../../../format/zone";
import { account } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import { FilesCard } from "./FilesCard";
import { importedFile } from "./file.test-data";

const sdk = vi.hoisted(() => ({
  getExchangeFiles: vi.fn(),
  deleteExchangeFile: vi.fn(),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

beforeEach(() => setZone("UTC"));
afterEach(() => {
  cleanup();
  sdk.getExchangeFiles.mockReset();
  sdk.deleteExchangeFile.mockReset();
});

const open = (...files: object[]) => {
  sdk.getExchangeFiles.mockResolvedValue({ files });
  return renderWith(<FilesCard account={account()} />);
};
const card = () => screen.findByRole("region", { name: "Imported files" });

test("without a file there is no card", async () => {
  const { container } = open();
  await waitFor(() => expect(sdk.getExchangeFiles).toHaveBeenCalledOnce());
  expect(container.textContent).toBe("");
});

test("each file has its form, days and rows, and what could not be read", async () => {
  open(importedFile(), importedFile({ id: "f2", form: "Trades", unreadable_count: 2, count_unlisted: true }));
  const items = within(await card()).getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent?.replace("Remove", ""))).toEqual([
    "Ledgers 3 Feb 2024 to 5 Feb 20244 rows · imported on 20 Nov 2026",
    "Trades 3 Feb 2024 to 5 Feb 20244 rows · imported on 20 Nov 20262 rows could not be readCounts rows that the exchange's lists do not have",
  ]);
  expect(sdk.getExchangeFiles.mock.calls[0]?.[0]).toEqual({ exchange: "kraken", account_name: "Kraken" });
});

test("a file is removed after the person has read what changes, and a failure stays beside the button", async () => {
  const { toasts } = open(importedFile());
  fireEvent.click(within(await card()).getByRole("button", { name: "Remove Ledgers, 3 Feb 2024 to 5 Feb 2024" }));
  const dialog = within(screen.getByRole("dialog", { name: "Remove Ledgers?" }));
  expect(dialog.getByText(/gaps that it closed open again/).textContent).toContain("You can import it again.");
  sdk.deleteExchangeFile.mockRejectedValueOnce(new Error("Can't reach the Spyhop server."));
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  expect(dialog.getByRole("button", { name: "Removing…" }).getAttribute("aria-disabled")).toBe("true");
  await dialog.findByText("Can't reach the Spyhop server.");
  sdk.deleteExchangeFile.mockResolvedValue({ files: [] });
  sdk.getExchangeFiles.mockResolvedValue({ files: [] });
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(toasts).toEqual([{ text: "Ledgers removed" }]));
  expect(screen.queryByText("Imported files")).toBeNull();
  expect(sdk.deleteExchangeFile).toHaveBeenLastCalledWith({ exchange: "kraken", account_name: "Kraken", id: "f1" });
});

test("a file is kept", async () => {
  open(importedFile());
  fireEvent.click(within(await card()).getByRole("button", { name: /^Remove/ }));
  fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sdk.deleteExchangeFile).not.toHaveBeenCalled();
});

test("files that cannot be loaded are not none", async () => {
  sdk.getExchangeFiles.mockRejectedValue(new Error("Can't reach the Spyhop server."));
  renderWith(<FilesCard account={account()} />);
  await card();
  sdk.getExchangeFiles.mockResolvedValue({ files: [importedFile()] });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("3 Feb 2024 to 5 Feb 2024");
});
