import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setZone } from "../../../format/zone";
import { ConnectDialog } from "../ConnectDialog";
import { account, profile } from "../exchange.test-data";
import { renderWith } from "../exchange.test-setup";
import { importedFile, preview } from "./file.test-data";

const sdk = vi.hoisted(() => ({
  getExchangeProfiles: vi.fn(),
  getUserAccountByExchange: vi.fn(),
  previewExchangeUpload: vi.fn(),
  importExchangeUpload: vi.fn(),
  deleteUserAccount: vi.fn(),
  deleteExchangeFile: vi.fn(),
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

const CSV = new File(["txid,refid\nL1,R1\n"], "ledgers.csv", { type: "text/csv" });
const NAMED = { exchange: "kraken", account_name: "Kraken 2", new_account: true };
const none = () => undefined;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const name = () => screen.getByLabelText("Connection name") as HTMLInputElement;
const chooseFile = () =>
  fireEvent.change(screen.getByLabelText("Choose a CSV file"), { target: { files: { item: () => CSV } } });

beforeEach(() => {
  setZone("UTC");
  sdk.getExchangeProfiles.mockResolvedValue({
    exchanges: [profile(), profile({ exchange: "htx", name: "HTX", files: [] })],
  });
  sdk.getUserAccountByExchange.mockResolvedValue({ user_accounts: [account()] });
  sdk.previewExchangeUpload.mockResolvedValue(preview());
  sdk.importExchangeUpload.mockResolvedValue(importedFile());
  sdk.deleteUserAccount.mockResolvedValue({ undo_seconds: 10 });
});
afterEach(() => {
  cleanup();
  for (const call of Object.values(sdk)) if (vi.isMockFunction(call)) call.mockReset();
});

/** Opens the way of an account without a key. */
async function openFileWay() {
  const onClose = vi.fn();
  const rendered = renderWith(<ConnectDialog onRegister={none} onImport={none} onClose={onClose} />);
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Kraken" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Add another account" }));
  press("Import a file instead");
  return { ...rendered, onClose };
}

test("an account without a key is opened with a file, and that is undone by removing the account", async () => {
  const { toasts } = await openFileWay();
  await screen.findByText("From files that it exports, without a key");
  expect(name().value, "a free name is proposed").toBe("Kraken 2");
  chooseFile();
  await screen.findByRole("table", { name: "Rows of the file" });
  expect(sdk.previewExchangeUpload.mock.calls[0]?.[0]).toMatchObject(NAMED);
  press("Import 2 rows");
  await waitFor(() => expect(toasts.length).toBe(1));
  expect(sdk.importExchangeUpload.mock.calls[0]?.[0]).toMatchObject(NAMED);
  const [toast] = toasts as { text: string; undo: () => void }[];
  expect(toast?.text).toBe("Kraken 2 added with 2 rows");
  toast?.undo();
  await waitFor(() =>
    expect(sdk.deleteUserAccount).toHaveBeenCalledExactlyOnceWith({ exchange: "kraken", account_name: "Kraken 2" }),
  );
  expect(sdk.deleteExchangeFile).not.toHaveBeenCalled();
});

test("a name that is taken is said before the file is read", async () => {
  await openFileWay();
  fireEvent.change(name(), { target: { value: " Kraken " } });
  chooseFile();
  await screen.findByText(/You have an account with this name here/);
  expect(document.activeElement).toBe(name());
  expect(sdk.previewExchangeUpload).not.toHaveBeenCalled();
  fireEvent.change(name(), { target: { value: "Old" } });
  expect(screen.queryByText(/You have an account with this name here/)).toBeNull();
  chooseFile();
  await screen.findByRole("table", { name: "Rows of the file" });
  expect(sdk.previewExchangeUpload.mock.calls[0]?.[0]).toMatchObject({ ...NAMED, account_name: "Old" });
});

test("the form for a key is one step back, and an exchange whose files are not read has no such way", async () => {
  await openFileWay();
  press("Back");
  await screen.findByLabelText("API Key");
  press("Back");
  fireEvent.click(await screen.findByRole("button", { name: /^HTX/ }));
  await screen.findByLabelText("API Key");
  expect(screen.queryByRole("button", { name: "Import a file instead" })).toBeNull();
});
