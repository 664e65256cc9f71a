/**
 * Why a wallet did not do what was requested:
 *
 * - `rejected`: the person declined in the wallet.
 * - `pending`: the wallet still shows an earlier request.
 * - `locked`: the wallet has no unlocked account for this page.
 * - `account`, `network`, `closed`: the account or the network was switched, or the wallet disconnected, in the meantime.
 * - `expired`: the message was not signed in time.
 * - `failed`: every other failure.
 */
export type WalletProblem = "rejected" | "pending" | "locked" | "account" | "network" | "closed" | "expired" | "failed";

/** A failure of a wallet. */
export class WalletError extends Error {
  override readonly name = "WalletError";

  constructor(
    readonly problem: WalletProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

/** The codes of EIP-1193 and EIP-1474, and one that some wallets send in place of the first. */
const CODES: Readonly<Record<string, WalletProblem>> = {
  4001: "rejected",
  ACTION_REJECTED: "rejected",
  "-32002": "pending",
  4100: "locked",
  4900: "closed",
  4901: "closed",
};
/** Errors of wagmi that have no code. */
const NAMES: Readonly<Record<string, WalletProblem>> = {
  ConnectorAccountNotFoundError: "account",
  ConnectorNotConnectedError: "closed",
  ConnectorChainMismatchError: "network",
};
/** Libraries wrap the error of the wallet a few times. */
const DEPTH = 6;

/** Classifies what a wallet threw. */
export function problemOf(thrown: unknown): WalletProblem {
  let error = thrown;
  for (let depth = 0; depth < DEPTH && typeof error === "object" && error !== null; depth += 1) {
    if (error instanceof WalletError) return error.problem;
    const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
    const found = CODES[String(code)] ?? NAMES[String(name)];
    if (found) return found;
    error = cause;
  }
  return "failed";
}
