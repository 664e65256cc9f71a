import { type Connection, connection as current } from "./connection.js";
import { getSyncStatus } from "./generated/index.js";
import type { SyncStatus } from "./generated/model/index.js";
import { pause } from "./pause.js";
import { ProblemError } from "./problem.js";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;

/** The options of `settled`. */
export interface SettledOptions {
  /** Stops waiting; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The timeout in milliseconds, after which it rejects with a `TimeoutError`. By default there is none. */
  timeout?: number;
  /** Called with each status. */
  onProgress?: (status: SyncStatus) => void;
  /** A connection other than that of `connect`. */
  connection?: Connection;
}

/** The delay that a rate-limited server asks for, in milliseconds; rethrows any other problem. */
function retryDelay(problem: unknown): number {
  if (problem instanceof ProblemError && problem.code === "rate_limited" && problem.retryAfter !== undefined)
    return problem.retryAfter * 1_000;
  throw problem;
}

/**
 * Waits until no source of the caller is being read or queued, and returns the last status. Sources that failed
 * are counted in its `failed`; the server retries them by itself.
 */
export async function settled(options: SettledOptions = {}): Promise<SyncStatus> {
  const { onProgress, timeout, connection = current() } = options;
  const limits = [options.signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
  const signal = AbortSignal.any(limits.filter((one) => one !== undefined));
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    signal.throwIfAborted();
    const status = await getSyncStatus({}, { signal, connection }).catch(retryDelay);
    if (typeof status === "object") {
      onProgress?.(status);
      if (status.running + status.waiting === 0) return status;
    }
    await pause(typeof status === "number" ? status : wait, signal);
  }
}
