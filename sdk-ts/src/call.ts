import { type Connection, connection } from "./connection";
import { ProblemError } from "./problem";

/** What generated code passes: its header values may be lists. */
type GeneratedInit = Omit<RequestInit, "headers"> & { headers?: Record<string, string | readonly string[]> };

interface Envelope {
  error: boolean;
  message: string;
  data: unknown;
  code?: string;
  request_id?: string;
}

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" && value !== null && "error" in value && "data" in value && "message" in value;

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

function unreachable(error: unknown): never {
  if (isAbort(error)) throw error;
  throw new ProblemError(0, "unreachable", "The server cannot be reached. Check that Spyhop is running.", "");
}

function seconds(header: string | null): number | undefined {
  const value = Number.parseInt(header ?? "", 10);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** The refusal an answer carries, in the form callers get. */
export function problemOf(response: Response, body: unknown): ProblemError {
  const requestId = response.headers.get("x-request-id") ?? "";
  if (!isEnvelope(body))
    return new ProblemError(response.status, "unreadable", "The server's answer could not be read.", requestId);
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
 * Headers of a request: the caller's own, and the session unless the caller set another one or wants none
 * (`credentials: "omit"`). Answers the token used.
 */
export function authorise(to: Connection, headers: Headers, credentials?: RequestCredentials): string | undefined {
  if (headers.has("authorization") || credentials === "omit") return undefined;
  const token = to.token?.();
  if (token) headers.set("authorization", `Bearer ${token}`);
  return token;
}

/** Reports a refused session to the program, once per answer. */
export function report(to: Connection, problem: ProblemError, token: string | undefined): void {
  if (problem.status === 401 && token !== undefined) to.onUnauthorised?.(problem, token);
}

/**
 * The one place a call leaves: base URL, session, envelope, refusal. Answers `data`; `init.signal` aborts.
 * Throws `ProblemError` for every refusal and failure, and the signal's reason when aborted.
 */
export function call<T>(path: string, init: GeneratedInit): Promise<T>;
export function call<T>(path: string, init?: RequestInit): Promise<T>;
export async function call<T>(path: string, init: RequestInit | GeneratedInit = {}): Promise<T> {
  const to = connection();
  await to.check?.(path, init.body);
  const headers = new Headers(init.headers as HeadersInit | undefined);
  const token = authorise(to, headers, init.credentials);
  const send = to.fetch ?? globalThis.fetch;
  const response = await send(to.baseUrl + path, { ...init, headers }).catch(unreachable);
  const body: unknown = await response.json().catch((error: unknown) => (isAbort(error) ? unreachable(error) : null));
  if (response.ok && isEnvelope(body) && !body.error) return body.data as T;
  const problem = problemOf(response, body);
  report(to, problem, token);
  throw problem;
}
