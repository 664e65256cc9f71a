import type { CallOptions } from "./call.js";
import { type Connection, connection } from "./connection.js";
import type { FileContent } from "./platform.js";
import { repeat } from "./retry.js";
import { authorize, bodyOf, problemOf, report, send, unreachable } from "./transport.js";

const PATH = "/api/organisation/user/export-user-data";

/** A file that was downloaded. */
export interface Download {
  /** The name that the server proposes. */
  name: string;
  content: FileContent;
}

async function downloadOnce(to: Connection, init: RequestInit): Promise<Download> {
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json");
  const token = authorize(to, headers, init.credentials);
  const response = await send(to, PATH, { ...init, method: "POST", body: "{}", headers });
  if (!response.ok) {
    const problem = problemOf(response, await bodyOf(response, init.signal));
    report(to, problem, token);
    throw problem;
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const content = await response.blob().catch((error: unknown) => unreachable(error, init.signal));
  return { name: name ?? "spyhop-data.zip", content };
}

/**
 * Downloads everything that is stored about the caller, as a ZIP archive. Throws `ProblemError` if the server refuses, and if the
 * archive is cut off each time.
 */
export function exportUserData(options: CallOptions = {}): Promise<Download> {
  const { connection: to = connection(), retries, ...init } = options;
  return repeat(() => downloadOnce(to, init), { retries: retries ?? to.retries, signal: init.signal });
}
