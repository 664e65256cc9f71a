import { accountReads, wordsOfRead } from "../../format/coverage";
import { compareDecimals, parseDecimal } from "../../format/decimal";
import type { NetworkRow, Portfolio } from "./types";

/** A network of a wallet, with the block of its balances. */
export interface NetworkRead extends Pick<NetworkRow, "chain" | "name" | "color" | "mark" | "value" | "share"> {
  /** The highest block of its balances; null where it was not read. */
  block: number | null;
  /** The time of that block. */
  as_of: string | null;
  /** Why the newest balances are not known, in words; null if they are. */
  problem: string | null;
  isReading: boolean;
  /** The id under which the server explains the value. */
  figure: string | undefined;
}

type Read = Pick<NetworkRead, "block" | "as_of">;

const NOT_READ: Read = { block: null, as_of: null };

/** The newest block of each chain of which a balance is known. */
function newestReads({ user_wallet }: Portfolio): Map<string, Read> {
  const reads = new Map<string, Read>();
  for (const { chain, block, as_of } of user_wallet.assets.flatMap(({ parts }) => parts)) {
    if (block !== null && block > (reads.get(chain)?.block ?? -1)) reads.set(chain, { block, as_of });
  }
  return reads;
}

/** The largest value first; what has none comes last. */
function byValue(a: NetworkRead, b: NetworkRead): number {
  const [left, right] = [parseDecimal(a.value ?? ""), parseDecimal(b.value ?? "")];
  if (left && right) return compareDecimals(right, left);
  return Number(left === null) - Number(right === null);
}

/** The networks of a wallet, the most valuable first, then those that could not be read. */
export function networkReads(portfolio: Portfolio): NetworkRead[] {
  const { networks, figures, coverage } = portfolio;
  const reads = newestReads(portfolio);
  const failed = accountReads(coverage.failed);
  const problemOf = (chain: string | null) => failed.find((one) => one.chain === chain)?.text ?? null;
  const active = networks.map((network, i) => ({
    ...network,
    ...(reads.get(network.chain) ?? NOT_READ),
    problem: problemOf(network.chain),
    isReading: network.reading > 0,
    figure: figures[`/networks/${i}/value`],
  }));
  const known = new Set(networks.map(({ chain }) => chain));
  const unread = failed.flatMap(({ chain, name, text }) =>
    chain === null || known.has(chain)
      ? []
      : [
          {
            chain,
            name: wordsOfRead(name)[1],
            color: "var(--c8)",
            mark: null,
            value: null,
            share: null,
            ...NOT_READ,
            problem: text,
            isReading: false,
            figure: undefined,
          },
        ],
  );
  return [...active.sort(byValue), ...unread];
}
