import { authorize, bodyOf, type CallOptions, problemOf, report, send } from "./call.js";
import { connection } from "./connection.js";

const PATH = "/api/organisation/user/export-user-data";

/** A file that was downloaded. */
export interface Download {
  /** The name that the server proposes. */
  name: string;
  content: Blob;
}

/**
 * Downloads everything that is stored about the caller, as a ZIP archive. Throws `ProblemError` if the server refuses, and if the
 * archive is cut off.
 */
export async function exportUserData(options: CallOptions = {}): Promise<Download> {
  const { connection: to = connection(), ...init } = options;
  const headers = new Headers({ "content-type": "application/json" });
  const token = authorize(to, headers, init.credentials);
  const response = await send(to, PATH, { ...init, method: "POST", body: "{}", headers });
  if (!response.ok) {
    const problem = problemOf(response, await bodyOf(response, init.signal));
    report(to, problem, token);
    throw problem;
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const content = await response.blob().catch(() => {
    throw problemOf(response, null);
  });
  return { name: name ?? "spyhop-data.zip", content };
}
