import { expect, test } from "vitest";
import { networkReads } from "./networkReads";
import { coverage, part, portfolio, row } from "./portfolio.test-data";
import type { FailedSource, NetworkRow } from "./types";

const network = (chain: string, over: Partial<NetworkRow> = {}): NetworkRow => ({
  chain,
  code: chain,
  name: chain,
  color: "#000000",
  mark: null,
  value: "1",
  share: "1",
  priced: 1,
  unpriced: 0,
  reading: 0,
  ...over,
});

const failed = (chain: string | null, wallet_address: string | null): FailedSource => ({
  chain,
  wallet_address,
  source: "node",
  name: `0x8a12 on ${chain}`,
  reason: "unavailable",
  text: "The node gives no answer.",
  retry_at: null,
  last_good: null,
});

const later = "2026-11-20T15:00:00Z";
const networks = [
  network("base", { value: "2.5" }),
  network("metis", { value: null, reading: 1 }),
  network("eth", { value: "10" }),
];
const parts = [
  part({ chain: "eth", block: 7 }),
  part({ chain: "eth", block: 9, as_of: later }),
  part({ chain: "base", block: 4 }),
];

test("each network has its newest block and the figure of its value, the most valuable first", () => {
  const figures = { "/networks/0/value": "figure of base", "/networks/2/value": "figure of eth" };
  const reads = networkReads({ ...portfolio([row("eth", "1", { parts })], { networks }), figures });
  expect(reads.map(({ chain, block, as_of, figure, isReading }) => [chain, block, as_of, figure, isReading])).toEqual([
    ["eth", 9, later, "figure of eth", false],
    ["base", 4, "2026-11-20T14:00:00Z", "figure of base", false],
    ["metis", null, null, undefined, true],
  ]);
});

test("a read that failed is said of its network, also where nothing was ever read, and other sources are none", () => {
  const all = coverage({ failed: [failed("base", "0x8a12"), failed("linea", "0x8a12"), failed(null, null)] });
  const reads = networkReads(portfolio([row("eth", "1", { parts })], { networks, coverage: all }));
  expect(reads.map(({ name, value, problem }) => [name, value, problem])).toEqual([
    ["eth", "10", null],
    ["base", "2.5", "The node gives no answer."],
    ["metis", null, null],
    ["linea", null, "The node gives no answer."],
  ]);
});
