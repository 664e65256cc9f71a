import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { loadWords } from "../../format/secret";
import { pasteInto, TWENTY_FOUR, typeKeys } from "../../ui/keys.test-setup";
import { Toasts } from "../../ui/Toast";
import { EditWallet } from "./EditWallet";
import type { WalletCard } from "./types";

const sdk = vi.hoisted(() => ({
  getAllWallets: vi.fn(async () => ({ wallets: [{ id: "other", name: "other" }] })),
  updateWallet: vi.fn(async () => ({})),
  ProblemError: class extends Error {},
}));
vi.mock("@spyhop/sdk", () => sdk);

const A = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const wallet = { address: A, nickname: null, wallet: { id: "other", name: "other" } } as WalletCard;

/** Longer than a nickname may be. */
const LONG = "Vault 1234567890 1234567890 1234567890 1234567890 1234567890 12";

beforeAll(loadWords);
const show = (shown: WalletCard) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Toasts>
        <EditWallet wallet={shown} onClose={vi.fn()} />
      </Toasts>
    </QueryClientProvider>,
  );
beforeEach(() => void show(wallet));
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const nickname = () => screen.getByLabelText("Nickname") as HTMLInputElement;
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save changes" }));

test("a phrase that is typed as a nickname is cleared, and never sent", async () => {
  await typeKeys(nickname, TWENTY_FOUR, () => Promise.resolve());
  expect(nickname().value).toBe("");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
  save();
  await waitFor(() => expect(sdk.updateWallet).toHaveBeenCalledOnce());
  expect(JSON.stringify(sdk.updateWallet.mock.calls)).not.toMatch(/letter|acoustic|bless/);
});

test("a phrase that is pasted is cleared, though the nickname would be cut", () => {
  pasteInto(nickname(), TWENTY_FOUR);
  expect(nickname().value).toBe("");
  expect(screen.getByText(/looks like a recovery phrase/)).toBeTruthy();
});

test("a nickname that is too long is not sent", () => {
  fireEvent.change(nickname(), { target: { value: LONG } });
  save();
  expect(screen.getByText("Use at most 60 letters.")).toBeTruthy();
  expect(sdk.updateWallet).not.toHaveBeenCalled();
});

test("a nickname needs no wallet app", async () => {
  cleanup();
  show({ ...wallet, wallet: null });
  fireEvent.change(nickname(), { target: { value: "Vault" } });
  save();
  await waitFor(() =>
    expect(sdk.updateWallet).toHaveBeenCalledWith({ wallet_address: A, wallet_id: "other", nickname: "Vault" }),
  );
});

test("the limit of a key is raised, and the change can be undone", async () => {
  cleanup();
  const extended_key = { short: "zpub6rFR…tZYs", gap_limit: 20 } as WalletCard["extended_key"];
  show({ ...wallet, extended_key });
  fireEvent.change(screen.getByLabelText("Stop the address search after"), { target: { value: "30" } });
  save();
  await waitFor(() => expect(sdk.updateWallet).toHaveBeenCalledWith(expect.objectContaining({ gap_limit: 30 })));
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(sdk.updateWallet).toHaveBeenLastCalledWith({ wallet_address: A, gap_limit: 20 }));
});

test("an address has no limit", () => expect(screen.queryByLabelText("Stop the address search after")).toBeNull());
