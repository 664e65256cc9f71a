import type { Reason, SyncSource, SyncStatus } from "./generated/model/index.js";

/** What `settled` can wait for: balances with names and extended keys, today's prices, histories, and the prices of past days. */
export type SettledPart = "balances" | "prices" | "histories" | "past_prices";

/** How far a part is. */
export interface PartStatus {
  /** How many there are: reads, and of `past_prices` the prices that transactions need. */
  total: number;
  /** How many are finished, also without a result, for example because no source has a price. */
  done: number;
  running: number;
  /** How many are waiting. */
  waiting: number;
  /** How many failed. The server retries them. */
  failed: number;
}

/** How far the prices of past days are. */
export interface PastPricesPart extends PartStatus {
  /** Why some could not be read, at most ten reasons. */
  failures: Reason[];
}

/** A status of the caller's reads by part. */
export interface SettledStatus extends SyncStatus {
  parts: {
    balances: PartStatus;
    prices: PartStatus;
    /** At most 500 histories are counted, those that failed, run or wait first. */
    histories: PartStatus;
    /** Null if past prices are not waited for, and until the histories that have precedence are read. */
    past_prices: PastPricesPart | null;
  };
}

/** Whether nothing of a part is running or waiting. */
export const isSettled = ({ running, waiting }: PartStatus): boolean => running + waiting === 0;

function count(sources: SyncSource[]): PartStatus {
  const of = (state: SyncSource["state"]) => sources.filter((source) => source.state === state).length;
  return {
    total: sources.length,
    done: of("done"),
    running: of("running"),
    waiting: of("waiting"),
    failed: of("failed"),
  };
}

/** Counts the reads of a status by part. The status counts balances and prices as one, and no histories. */
export function partsOf(status: SyncStatus): Omit<SettledStatus["parts"], "past_prices"> {
  const prices = count(status.sources.filter(({ kind }) => kind === "prices"));
  const balances = {
    total: status.total - prices.total,
    done: status.done - prices.done,
    running: status.running - prices.running,
    waiting: status.waiting - prices.waiting,
    failed: status.failed - prices.failed,
  };
  return { balances, prices, histories: count(status.sources.filter(({ kind }) => kind === "history")) };
}
