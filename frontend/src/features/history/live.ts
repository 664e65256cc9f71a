import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { syncKey } from "../../queries/keys";
import type { AccountProgress, HistoryCoverage, LiveHistory, LiveStatus } from "./types";
import { useVisitor } from "./visitor";

/**
 * How far each history is read, as the event stream last said. The layout of the page keeps the status up to date. Undefined
 * without a status, and for visitors, who have no stream.
 */
export function useLiveHistories(): readonly LiveHistory[] | undefined {
  const client = useQueryClient();
  const visitor = useVisitor();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  const status = useSyncExternalStore(subscribe, () => client.getQueryData<LiveStatus>(syncKey));
  return visitor ? undefined : status?.sources.filter(({ kind }) => kind === "history");
}

/** A text that changes when a history was read to its end, or failed. */
export const settledMark = (lines: readonly LiveHistory[] | undefined): string =>
  (lines ?? [])
    .filter(({ state }) => state === "done" || state === "failed")
    .map(({ id, state, updated_at }) => `${id} ${state} ${updated_at}`)
    .sort()
    .join("\n");

function stateOf(account: AccountProgress, { state, done, history }: LiveHistory): AccountProgress["state"] {
  if (state === "failed") return "failed";
  if (history?.complete) return "whole";
  // What is missing although reading has ended is known to the server only.
  if (state === "done" || account.state === "whole" || account.state === "capped") return account.state;
  return done > 0 ? "reading" : "waiting";
}

/** An account with its progress by the stream. */
function updated(account: AccountProgress, line: LiveHistory | undefined): AccountProgress {
  if (!line) return account;
  const { history } = line;
  const state = stateOf(account, line);
  return {
    ...account,
    state,
    facts: Math.max(account.facts, line.done),
    total: line.total ?? account.total,
    oldest: history?.oldest ?? account.oldest,
    error: state === "failed" ? (line.last_error?.text ?? account.error) : null,
    next_attempt: state === "failed" ? line.next_try_at : null,
    rate: state === "reading" ? (history?.facts_per_minute ?? null) : null,
    sources: history?.sources.map(({ name }) => name) ?? [],
  };
}

const isSettled = ({ state }: AccountProgress): boolean => state !== "waiting" && state !== "reading";

/** The coverage with the progress that the stream has reported since. Totals that a source does not state stay unknown. */
export function withProgress(coverage: HistoryCoverage, lines: readonly LiveHistory[] | undefined): HistoryCoverage {
  if (!lines || lines.length === 0 || coverage.complete) return coverage;
  const byId = new Map(lines.map((line) => [line.id, line]));
  const accounts = coverage.accounts_status.map((account) =>
    updated(account, byId.get(`read-history ${account.account}`)),
  );
  const totals = accounts.map(({ total }) => total);
  const oldest = accounts.flatMap((account) => account.oldest ?? []).sort()[0];
  const isRead = accounts.every(isSettled);
  return {
    ...coverage,
    accounts_status: accounts,
    accounts_done: accounts.filter(isSettled).length,
    entries: accounts.reduce((sum, { facts }) => sum + facts, 0),
    total: totals.every((total) => total !== null)
      ? totals.reduce((sum: number, total) => sum + (total ?? 0), 0)
      : null,
    known_since: isRead ? coverage.known_since : (oldest ?? coverage.known_since),
  };
}
