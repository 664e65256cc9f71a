import type { CallOptions } from "./call.js";
import { searchTransaction } from "./generated/index.js";
import type { ReasonCode, TransactionSort } from "./generated/model/index.js";
import type { PartStatus } from "./sync-parts.js";

/** The largest page. */
const LIMIT = 200;
/** Transactions of unknown value come last in this order. */
const BY_VALUE: TransactionSort[] = [{ key: "usd_value", value: true }];
/** The price will be requested or is being requested. */
const PENDING: ReasonCode = "not_asked_yet";
/** A source failed, which is retried. */
const FAILED: readonly (ReasonCode | undefined)[] = ["source_failed", "rate_limited"] satisfies ReasonCode[];

/**
 * Returns how far the prices of past days are, in the number of transactions that are valued with them. The server states no
 * progress of them, so the reasons of unknown values are counted. Needs the scope `ledger`.
 */
export async function pastPrices(options: CallOptions): Promise<PartStatus> {
  const counts = { waiting: 0, failed: 0 };
  const { total_count: total } = await searchTransaction({ limit: 1 }, options);
  for (let end = total; end > 0; end -= LIMIT) {
    const start = Math.max(0, end - LIMIT);
    const { results } = await searchTransaction({ sorts: BY_VALUE, start, limit: end - start }, options);
    const unknown = results.filter((row) => row.value_then === null).map((row) => row.value_then_reason?.code);
    counts.waiting += unknown.filter((code) => code === PENDING).length;
    counts.failed += unknown.filter((code) => FAILED.includes(code)).length;
    if (unknown.length < results.length) break;
  }
  return { total, done: total - counts.waiting - counts.failed, running: 0, ...counts };
}
