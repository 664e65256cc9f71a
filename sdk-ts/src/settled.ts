import { type Connection, connection as current } from "./connection.js";
import { getSyncStatus } from "./generated/index.js";
import { pastPrices } from "./past-prices.js";
import { pause } from "./pause.js";
import type { Signal } from "./platform.js";
import { ProblemError } from "./problem.js";
import { isSettled, partsOf, type SettledPart, type SettledStatus } from "./sync-parts.js";

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2_000;
/** The server decides the values of past days again after this time, so a shorter delay would only repeat its answer. */
const PAST_PRICES_WAIT_MS = 5_000;
const ALL: readonly SettledPart[] = ["balances", "prices", "histories", "past_prices"];

/** The options of `settled`. */
export interface SettledOptions {
  /**
   * What it waits for: `balances`, `prices`, `histories` and `past_prices`. The default is all of them. An API key needs the scope
   * `health`.
   */
  parts?: readonly SettledPart[];
  /** The currency in which past days will be valued. A coin needs its own price on each day. US dollars by default. */
  currency?: string;
  /** Stops waiting; the promise rejects with the signal's reason. */
  signal?: Signal;
  /** The timeout in milliseconds, after which it rejects with a `TimeoutError`. By default there is none. */
  timeout?: number;
  /** Called with each status. */
  onProgress?: (status: SettledStatus) => void;
  /** A connection other than that of `connect`. */
  connection?: Connection;
}

/** Returns the delay that a rate-limited server asks for, in milliseconds; rethrows any other problem. */
function retryDelay(problem: unknown): number {
  if (problem instanceof ProblemError && problem.code === "rate_limited" && problem.retryAfter !== undefined)
    return problem.retryAfter * 1_000;
  throw problem;
}

/** Returns the status of all parts. Past prices follow from histories, so they are read once all other parts are settled. */
async function statusOf(
  { parts = ALL, currency }: SettledOptions,
  signal: AbortSignal,
  to: Connection,
): Promise<SettledStatus> {
  const status = await getSyncStatus({}, { signal, connection: to });
  const counted = { ...partsOf(status), past_prices: null };
  const isReading = parts.some((part) => part !== "past_prices" && !isSettled(counted[part]));
  if (isReading || !parts.includes("past_prices")) return { ...status, parts: counted };
  return { ...status, parts: { ...counted, past_prices: await pastPrices(currency, { signal, connection: to }) } };
}

/** Returns whether nothing that is waited for is read or queued. */
const isEnd = ({ parts: found }: SettledStatus, parts: readonly SettledPart[]): boolean =>
  parts.every((part) => {
    const status = found[part];
    return status !== null && isSettled(status);
  });

/**
 * Waits until nothing of the given parts is being read or queued for the caller, and returns the last status. Reads that failed
 * are not waited for: they are counted in `failed` of their part, and the server retries them.
 */
export async function settled(options: SettledOptions = {}): Promise<SettledStatus> {
  const { onProgress, timeout, parts = ALL, connection = current() } = options;
  const limits = [options.signal, timeout === undefined ? undefined : AbortSignal.timeout(timeout)];
  const signal = AbortSignal.any(limits.filter((one) => one !== undefined));
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    signal.throwIfAborted();
    const status = await statusOf(options, signal, connection).catch(retryDelay);
    if (typeof status === "number") {
      await pause(status, signal);
      continue;
    }
    onProgress?.(status);
    if (isEnd(status, parts)) return status;
    await pause(status.parts.past_prices === null ? wait : PAST_PRICES_WAIT_MS, signal);
  }
}
