import { type Connection, connection as current } from "./connection.js";
import { getSyncStatus } from "./generated/index.js";
import type { SyncStatus } from "./generated/model/index.js";
import { pause } from "./pause.js";
import { ProblemError } from "./problem.js";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;

/** The options of `settled`. */
export interface SettledOptions {
  /** Ends the waiting: it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** In milliseconds; then it rejects with a `TimeoutError`. Without it only the signal limits the waiting. */
  timeout?: number;
  /** Called with each status. */
  onProgress?: (status: SyncStatus) => void;
  /** Another connection than that of `connect`. */
  connection?: Connection;
}

/** How long the server wants to be left alone, in milliseconds; throws any other problem. */
function asked(problem: unknown): number {
  if (problem instanceof ProblemError && problem.code === "rate_limited" && problem.retryAfter !== undefined)
    return problem.retryAfter * 1_000;
  throw problem;
}

/**
 * Waits until nothing of the caller's is being read or waits for its turn, and answers the last status. What has failed
 * by then is counted in its `failed`; the server tries that again by itself.
 */
export async function settled(options: SettledOptions = {}): Promise<SyncStatus> {
  const { onProgress, timeout, connection = current() } = options;
  const limits = [options.signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
  const signal = AbortSignal.any(limits.filter((one) => one !== undefined));
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    signal.throwIfAborted();
    const status = await getSyncStatus({}, { signal, connection }).catch(asked);
    if (typeof status === "object") {
      onProgress?.(status);
      if (status.running + status.waiting === 0) return status;
    }
    await pause(typeof status === "number" ? status : wait, signal);
  }
}
