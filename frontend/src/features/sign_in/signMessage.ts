import { WalletError, type WalletProblem } from "../../connect/problem";
import { type ConnectedWallet, connectWallet, disconnectWallet, signWith, watchWallet } from "../../connect/wallets";
import type { WalletCalls } from "./types";

/** What is waited for: the person in the wallet (`connecting`, `signing`), or the server. */
export type Progress =
  | { step: "connecting" | "preparing" | "checking" }
  | { step: "signing"; address: string; message: string };

interface SigningOptions {
  switchUser: boolean;
  /** Ends the attempt. What the wallet answers afterwards is ignored. */
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Rejects with the reason of the signal once it aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

async function sign(
  id: string,
  wallet: ConnectedWallet,
  calls: WalletCalls,
  { switchUser, signal, onProgress }: SigningOptions,
): Promise<void> {
  const until = <T>(work: Promise<T>): Promise<T> => Promise.race([work, aborted(signal)]);
  onProgress({ step: "preparing" });
  const { message, expiresAt } = await until(calls.challenge(wallet.address, wallet.chainId));
  onProgress({ step: "signing", address: wallet.address, message });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WalletError("expired")), expiresAt - Date.now());
  });
  const signed = until(Promise.race([signWith(id, wallet, message), expired]));
  const signature = await signed.finally(() => clearTimeout(timer));
  onProgress({ step: "checking" });
  await calls.verify({ address: wallet.address, message, signature, switchUser });
}

/** The number of attempts that have not ended. */
let running = 0;

/** Disconnects a wallet that connects after its attempt was canceled, unless a newer attempt uses the connection. */
const disconnectLate = (connecting: Promise<unknown>): void =>
  void connecting.then(() => (running === 0 ? disconnectWallet() : undefined)).catch(() => undefined);

/**
 * Connects a wallet, has it sign the message of the server, and signs in. Throws `WalletError` for what happens in the wallet,
 * also if its account or network is switched before it has signed, and the errors of the calls.
 */
export async function signInWith(id: string, calls: WalletCalls, options: SigningOptions): Promise<void> {
  running++;
  try {
    await connectAndSign(id, calls, options);
  } finally {
    running--;
  }
}

async function connectAndSign(id: string, calls: WalletCalls, options: SigningOptions): Promise<void> {
  const { signal, onProgress } = options;
  onProgress({ step: "connecting" });
  const connecting = connectWallet(id);
  const wallet = await Promise.race([connecting, aborted(signal)]).catch((thrown: unknown) => {
    if (signal.aborted) disconnectLate(connecting);
    throw thrown;
  });
  const changed = new AbortController();
  const stop = watchWallet(id, wallet, (problem: WalletProblem) => changed.abort(new WalletError(problem)));
  try {
    await sign(id, wallet, calls, { ...options, signal: AbortSignal.any([signal, changed.signal]) });
  } finally {
    stop();
  }
}
