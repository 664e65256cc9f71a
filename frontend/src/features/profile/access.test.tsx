// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiKeys } from "./ApiKeys";
import { DeleteAccountDialog } from "./DeleteAccountDialog";
import { Sessions } from "./Sessions";
import { SignInWallets } from "./SignInWallets";
import type { ApiKey, OpenSession } from "./types";
import { YourData } from "./YourData";

afterEach(cleanup);

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

const session = (id: string, own: Partial<OpenSession> = {}): OpenSession => ({
  id,
  device: "Firefox on Linux",
  network: "Telia",
  last_used_at: new Date().toISOString(),
  is_current: false,
  ...own,
});

test("this session is signed out after a question, others at once", async () => {
  const [revoke, revokeOthers, onSignOut] = [vi.fn(async () => undefined), vi.fn(async () => undefined), vi.fn()];
  const sessions = [session("1", { is_current: true }), session("2", { device: "Safari on iPhone", network: null })];
  render(<Sessions {...{ sessions, revoke, revokeOthers, onSignOut }} />);
  screen.getByText("This device");
  screen.getByText(/Unknown network/);
  press("Sign out Firefox on Linux (this device)");
  expect([onSignOut.mock.calls.length, revoke.mock.calls.length]).toEqual([1, 0]);
  press("Sign out Safari on iPhone");
  await waitFor(() => expect(revoke).toHaveBeenCalledExactlyOnceWith("2"));
  await waitFor(() => {
    press("Sign out all others");
    expect(revokeOthers).toHaveBeenCalledOnce();
  });
});

test("a session that cannot be ended says why", async () => {
  const revoke = vi.fn().mockRejectedValue(new Error("Something Went Wrong"));
  render(<Sessions sessions={[session("1")]} revoke={revoke} revokeOthers={vi.fn()} onSignOut={vi.fn()} />);
  press("Sign out Firefox on Linux");
  await screen.findByText("Something Went Wrong");
  expect(screen.queryByText("Sign out all others")).toBeNull();
});

const KEY: ApiKey = {
  id: "k",
  name: "Dashboard",
  prefix: "spy_1xRb",
  scopes: ["portfolio", "health"],
  last_used_at: null,
  expires_at: "2027-02-20T12:00:00Z",
};

test("a key is created with a name and scopes, and its secret is shown once", async () => {
  const create = vi.fn().mockResolvedValue("spy_api_secret");
  render(<ApiKeys keys={[KEY]} create={create} revoke={vi.fn()} />);
  screen.getByText("spy_1xRb · never used · ends 20 Feb 2027");
  press("New key");
  press("Create key");
  screen.getByText("Enter a name, so that you know it later.");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Tax sheet " } });
  fireEvent.click(screen.getByLabelText(/^Portfolio/));
  press("Create key");
  screen.getByText("Choose at least one thing that the key may read.");
  fireEvent.click(screen.getByLabelText(/^Ledger/));
  press("Create key");
  await waitFor(() => expect(create).toHaveBeenCalledWith({ name: "Tax sheet", scopes: ["ledger"], days: 90 }));
  const secret = (await screen.findByLabelText(/It is shown only once/)) as HTMLInputElement;
  expect(secret.value).toBe("spy_api_secret");
  press("Hide the key");
  expect(screen.queryByDisplayValue("spy_api_secret")).toBeNull();
});

test("a refused key keeps the dialog and what was entered", async () => {
  const create = vi.fn().mockRejectedValue(new Error("Too many API keys."));
  render(<ApiKeys keys={[]} create={create} revoke={vi.fn()} />);
  screen.getByText("No API keys yet.");
  press("New key");
  fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Tax sheet" } });
  press("Create key");
  await screen.findByText("Too many API keys.");
  screen.getByDisplayValue("Tax sheet");
});

test("a wallet without a name shows its address once", () => {
  const address = "0x91ab5c1E8d2f4B6a7C9D0e1F2a3B4c5D6e7F07d4";
  const wallet = { address, name: null, chain: "Ethereum", proven_at: "2026-09-11T12:00:00Z" };
  render(<SignInWallets wallets={[wallet]} unlink={vi.fn()} link={null} />);
  screen.getByText("0x91ab…07d4");
  screen.getByText("proven 11 Sept 2026");
});

test("an export that fails says why", async () => {
  const exportAll = vi.fn().mockRejectedValue(new Error("Too many requests. Please try again later."));
  render(<YourData isRegistered exportAll={exportAll} onDelete={vi.fn()} />);
  press("Export everything");
  await screen.findByText("Too many requests. Please try again later.");
});

test("an account is deleted only after the word was typed", async () => {
  const remove = vi.fn().mockResolvedValue(undefined);
  render(<DeleteAccountDialog remove={remove} onClose={vi.fn()} />);
  press("Delete account");
  screen.getByText('Type "delete" to confirm.');
  expect(remove).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText('Type "delete" to confirm'), { target: { value: "Delete" } });
  press("Delete account");
  await waitFor(() => expect(remove).toHaveBeenCalledExactlyOnceWith("Delete"));
});
