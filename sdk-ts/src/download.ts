import type { CallOptions } from "./call.js";
import { type Connection, connection } from "./connection.js";
import type { ExportSpanRequest, ExportTransactionsRequest } from "./generated/model/index.js";
import type { FileContent } from "./platform.js";
import { repeat } from "./retry.js";
import { authorize, bodyOf, problemOf, report, send, unreachable } from "./transport.js";

/** A file that was downloaded. */
export interface Download {
  /** The name that the server proposes. */
  name: string;
  content: FileContent;
}

/** A call that returns a file. */
interface FileCall {
  path: string;
  request: object;
  /** The name of the file if the server proposes none. */
  name: string;
}

async function downloadOnce(to: Connection, { path, request, name }: FileCall, init: RequestInit): Promise<Download> {
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json");
  const token = authorize(to, headers, init.credentials);
  const response = await send(to, path, { ...init, method: "POST", body: JSON.stringify(request), headers });
  if (!response.ok) {
    const problem = problemOf(response, await bodyOf(response, init.signal));
    report(to, problem, token);
    throw problem;
  }
  const proposed = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const content = await response.blob().catch((error: unknown) => unreachable(error, init.signal));
  return { name: proposed ?? name, content };
}

function download(call: FileCall, { connection: to = connection(), retries, ...init }: CallOptions): Promise<Download> {
  return repeat(() => downloadOnce(to, call, init), { retries: retries ?? to.retries, signal: init.signal });
}

/**
 * Downloads everything that is stored about the caller, as a ZIP archive. Throws `ProblemError` if the server refuses, and if the
 * archive is cut off each time.
 */
export const exportUserData = (options: CallOptions = {}): Promise<Download> =>
  download({ path: "/api/organisation/user/export-user-data", request: {}, name: "spyhop-data.zip" }, options);

const TRANSACTION = "/api/wallet/transaction";

/** Downloads the caller's transactions as CSV, the oldest first: all of a span of time, or those that a search finds. */
export const exportTransactions = (
  request: ExportTransactionsRequest = {},
  options: CallOptions = {},
): Promise<Download> =>
  download({ path: `${TRANSACTION}/export-transactions`, request, name: "transaction-history.csv" }, options);

/** Downloads the fees of transactions as CSV, by day or month and network. */
export const exportGasFeeOvertime = (request: ExportSpanRequest = {}, options: CallOptions = {}): Promise<Download> =>
  download({ path: `${TRANSACTION}/export-gas-fee-overtime`, request, name: "blockchain-gas-costs.csv" }, options);

/** Downloads with which services value was exchanged as CSV. */
export const exportCounterPartyVolumeTraded = (
  request: ExportSpanRequest = {},
  options: CallOptions = {},
): Promise<Download> =>
  download(
    { path: `${TRANSACTION}/export-counter-party-volume-traded`, request, name: "counterparty-costs.csv" },
    options,
  );

/** Downloads what everything that was held at the end of the span cost as CSV. */
export const exportAverageCostBasis = (request: ExportSpanRequest = {}, options: CallOptions = {}): Promise<Download> =>
  download(
    { path: "/api/wallet/user-wallet/export-average-cost-basis", request, name: "average-cost-basis.csv" },
    options,
  );
