import { type Connection, connection } from "./connection.js";
import { ProblemError } from "./problem.js";

/** The options of a call besides its body: those of `fetch`, and a connection other than that of `connect`. */
export interface CallOptions extends RequestInit {
  connection?: Connection;
}

/** The options that generated code passes; their header values may be lists. */
type GeneratedInit = Omit<CallOptions, "headers"> & { headers?: Record<string, string | readonly string[]> };

interface Envelope {
  error: boolean;
  message: string;
  data: unknown;
  code?: string;
  request_id?: string;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "error" in value && "data" in value && "message" in value;

/** Rethrows the reason of an abort, whatever `fetch` throws. */
function unreachable(error: unknown, signal: AbortSignal | null | undefined): never {
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

function seconds(header: string | null): number | undefined {
  const value = Number.parseInt(header ?? "", 10);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Converts an error response to a `ProblemError`. */
export function problemOf(response: Response, body: unknown): ProblemError {
  const requestId = response.headers.get("x-request-id") ?? "";
  if (!isEnvelope(body))
    return new ProblemError(response.status, "unreadable", "The server sent an unexpected answer.", requestId);
  return new ProblemError(
    response.status,
    body.code ?? "internal",
    body.message || "Something Went Wrong",
    body.request_id ?? requestId,
    body.data,
    seconds(response.headers.get("retry-after")),
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

/**
 * Sends a call, with base URL and session, and returns the `data` of the envelope. `init.signal` aborts it.
 * Throws `ProblemError` for every error response and failure, and the signal's reason if aborted.
 */
export function call<T>(path: string, init: GeneratedInit): Promise<T>;
export function call<T>(path: string, init?: CallOptions): Promise<T>;
export async function call<T>(path: string, init: CallOptions | GeneratedInit = {}): Promise<T> {
  const { connection: to = connection(), headers: own, ...request } = init;
  await to.check?.(path, request.body);
  const headers = new Headers(own as HeadersInit | undefined);
  const token = authorize(to, headers, request.credentials);
  const response = await send(to, path, { ...request, headers });
  const body = await bodyOf(response, request.signal);
  if (response.ok && isEnvelope(body) && !body.error) return body.data as T;
  const problem = problemOf(response, body);
  report(to, problem, token);
  throw problem;
}
