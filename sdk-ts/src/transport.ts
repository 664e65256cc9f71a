import type { Connection } from "./connection.js";
import { ProblemError } from "./problem.js";

interface Envelope {
  error: boolean;
  message: string;
  data: unknown;
  code?: string;
  request_id?: string;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "error" in value && "data" in value && "message" in value;

/** Rethrows the reason of an abort, whatever `fetch` throws; otherwise the connection was lost. */
export function unreachable(error: unknown, signal: AbortSignal | null | undefined): never {
  if (signal?.aborted) throw signal.reason;
  const message = "Can't reach the Spyhop server. Check that it's running.";
  throw new ProblemError(0, "unreachable", message, "", null, undefined, { cause: error });
}

/** The JSON of a response; null if it is not JSON. Throws if the response is cut off. */
export async function bodyOf(response: Response, signal?: AbortSignal | null): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => unreachable(error, signal));
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends a request without retries. */
export function send(to: Connection, path: string, init: RequestInit): Promise<Response> {
  const own = to.fetch ?? globalThis.fetch;
  return own(to.baseUrl + path, init).catch((error: unknown) => unreachable(error, init.signal));
}

/** The seconds that a `Retry-After` header asks to wait, which it states as a number or as a date. */
function seconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  const value = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isFinite(value) ? Math.max(0, value) : undefined;
}

/** Converts an error response to a `ProblemError`. */
export function problemOf(response: Response, body: unknown): ProblemError {
  const requestId = response.headers.get("x-request-id") ?? "";
  const wait = seconds(response.headers.get("retry-after"));
  if (!isEnvelope(body)) {
    const message = "The server sent an unexpected answer.";
    return new ProblemError(response.status, "unreadable", message, requestId, null, wait);
  }
  return new ProblemError(
    response.status,
    body.code ?? "internal",
    body.message || "Something Went Wrong",
    body.request_id ?? requestId,
    body.data,
    wait,
  );
}

/**
 * The headers of a request: those of the caller, and the session unless the caller set another one or none
 * (`credentials: "omit"`). Also returns the token used.
 */
export function authorize(to: Connection, headers: Headers, credentials?: RequestCredentials): string | undefined {
  if (headers.has("authorization") || credentials === "omit") return undefined;
  const token = to.token?.();
  if (token) headers.set("authorization", `Bearer ${token}`);
  return token;
}

/** Calls `onUnauthorized` if the session was refused, once per response. */
export function report(to: Connection, problem: ProblemError, token: string | undefined): void {
  if (problem.status === 401 && token !== undefined) to.onUnauthorized?.(problem, token);
}

/** Sends a call once and returns the `data` of the envelope. */
export async function callOnce<T>(to: Connection, path: string, init: RequestInit): Promise<T> {
  const headers = new Headers(init.headers);
  const token = authorize(to, headers, init.credentials);
  const response = await send(to, path, { ...init, headers });
  const body = await bodyOf(response, init.signal);
  if (response.ok && isEnvelope(body) && !body.error) return body.data as T;
  const problem = problemOf(response, body);
  report(to, problem, token);
  throw problem;
}
