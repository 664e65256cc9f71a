import { beforeEach, expect, test, vi } from "vitest";
import { connectWallet, disconnectWallet } from "../../connect/wallets";
import { signInWith } from "./signMessage";
import type { WalletCalls } from "./types";

vi.mock("../../connect/wallets", () => ({
  connectWallet: vi.fn(),
  disconnectWallet: vi.fn(async () => undefined),
  signWith: vi.fn(async () => "0xsigned"),
  watchWallet: () => () => undefined,
}));

const calls = {
  challenge: vi.fn(async () => ({ message: "Sign in", expiresAt: Number.MAX_SAFE_INTEGER })),
  verify: vi.fn(async () => undefined),
} as unknown as WalletCalls;
const wallet = { address: "0x1", chainId: 1 } as const;

/** Starts an attempt whose wallet connects when `connect` is called. */
function start() {
  let connect = () => {};
  const connected = new Promise<typeof wallet>((resolve) => {
    connect = () => resolve(wallet);
  });
  vi.mocked(connectWallet).mockReturnValueOnce(connected);
  const attempt = new AbortController();
  const ended = signInWith("kelp", calls, { switchUser: false, signal: attempt.signal, onProgress: () => undefined });
  return { cancel: () => attempt.abort(new Error("canceled")), connect, ended };
}

beforeEach(() => void vi.mocked(disconnectWallet).mockClear());

test("a wallet that connects after its attempt was canceled is disconnected", async () => {
  const first = start();
  first.cancel();
  await expect(first.ended).rejects.toThrow("canceled");
  first.connect();
  await expect.poll(() => vi.mocked(disconnectWallet).mock.calls.length).toBe(1);
});

test("but not while the next attempt uses the connection", async () => {
  const first = start();
  first.cancel();
  await expect(first.ended).rejects.toThrow("canceled");
  const second = start();
  first.connect();
  second.connect();
  await second.ended;
  expect(disconnectWallet).not.toHaveBeenCalled();
});
