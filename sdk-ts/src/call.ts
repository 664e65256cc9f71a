import { type Connection, connection } from "./connection.js";
import type { FetchInit } from "./platform.js";
import { repeat } from "./retry.js";
import { callOnce } from "./transport.js";

/** The options of a call besides its body: those of `fetch`, a connection other than that of `connect`, and its retries. */
export interface CallOptions extends FetchInit {
  connection?: Connection;
  /**
   * How often an idempotent call is repeated after 429, 503 or a lost connection: at most 3 times, which is the default.
   * Calls that change something are never repeated, unless an `Idempotency-Key` makes them idempotent.
   */
  retries?: number;
}

/** The options that generated code passes; their header values may be lists. */
type GeneratedInit = Omit<CallOptions, "headers"> & { headers?: Record<string, string | readonly string[]> };

interface Call {
  <T>(path: string, init: GeneratedInit): Promise<T>;
  <T>(path: string, init?: CallOptions): Promise<T>;
}

type Init = CallOptions | GeneratedInit;

async function perform<T>(path: string, init: Init, isRepeated: (headers: Headers) => boolean): Promise<T> {
  const { connection: to = connection(), headers: own, retries, ...request } = init;
  await to.check?.(path, request.body);
  const headers = new Headers(own as HeadersInit | undefined);
  const attempt = () => callOnce<T>(to, path, { ...request, headers });
  return isRepeated(headers) ? repeat(attempt, { retries: retries ?? to.retries, signal: request.signal }) : attempt();
}

/**
 * Sends a call that changes something, with base URL and session, and returns the `data` of the envelope. `init.signal`
 * aborts it. Throws `ProblemError` for every error response and failure, and the signal's reason if aborted.
 */
export const call: Call = <T>(path: string, init: Init = {}): Promise<T> => perform<T>(path, init, () => false);

/** Same as `call` for a call that changes nothing. It is repeated after 429, 503 or a lost connection. */
export const read: Call = <T>(path: string, init: Init = {}): Promise<T> => perform<T>(path, init, () => true);

/** Same as `call` for a call that accepts an `Idempotency-Key`. It is repeated if it has one. */
export const keyed: Call = <T>(path: string, init: Init = {}): Promise<T> =>
  perform<T>(path, init, (headers) => headers.has("idempotency-key"));
