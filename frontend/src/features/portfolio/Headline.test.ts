import { expect, test } from "vitest";
import { coverageWords } from "../../format/coverage";
import { gaps } from "./missing";
import { coverage } from "./portfolio.test-data";
import type { Coverage, UnpricedHolding } from "./types";

const holding = (over: Partial<UnpricedHolding> = {}): UnpricedHolding => ({
  asset: "eip155:1/erc20:0xb80",
  symbol: "B-80BAL",
  name: "Balancer",
  chain: "eip155:1",
  wallet_address: "0x8a12",
  amount: "1204.5512",
  raw_amount: null,
  assumed_decimals: null,
  reason: "not_listed",
  text: "No source has a price.",
  ...over,
});

test("the badge counts holdings and names what else is missing", () => {
  const words = coverageWords(coverage({ priced: 89, unpriced: [holding(), holding()], reading: 3 }));
  expect(words).toEqual(["89 of 91 holdings priced", "3 still loading"]);
});

test("a price that is being requested is not missing", () => {
  const requested = holding({ reason: "not_requested_yet" });
  expect(coverageWords(coverage({ priced: 2, unpriced: [requested, holding(), requested] }))).toEqual([
    "2 of 5 holdings priced",
    "1 unpriced",
    "2 being priced",
  ]);
  expect(coverageWords(coverage({ unpriced: [requested] }))).toEqual(["0 of 1 holding priced", "1 being priced"]);
});

test("where there is nothing, nothing is counted", () => {
  expect(coverageWords(coverage())).toEqual(["No assets"]);
  expect(coverageWords(coverage({ reading: 2 }))).toEqual(["2 still loading"]);
});

test("every gap has an action that can close it, or none", () => {
  const list = gaps(
    coverage({
      unpriced: [
        holding(),
        holding({ reason: "not_requested_yet" }),
        holding({ reason: "decimals_unknown", amount: null, raw_amount: "1000" }),
      ],
      failed: [
        {
          source: "n",
          name: "Optimism",
          reason: "source_failed",
          text: "503",
          retry_at: null,
          chain: "eip155:10",
          wallet_address: "0x8a12",
          last_good: null,
        },
      ],
    }),
  );
  expect(list.map(({ action }) => action)).toEqual(["read", "price", null, null]);
  expect(list[0]?.place).toEqual({ chain: "eip155:10", wallet_address: "0x8a12" });
});

test("figures at their last value are mentioned if nothing worse is", () => {
  const stale = [{ name: "Kraken", wallet_address: null }] as Coverage["stale"];
  expect(coverageWords(coverage({ priced: 2, stale }))).toEqual([
    "2 of 2 holdings priced",
    "prices from fewer sources",
  ]);
  const unread = [{}] as Coverage["unread"];
  expect(coverageWords(coverage({ priced: 2, stale, unread }))).toEqual([
    "2 of 2 holdings priced",
    "1 wallet not loaded",
  ]);
});
