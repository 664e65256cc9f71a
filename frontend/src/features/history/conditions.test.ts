import { expect, test } from "vitest";
import {
  conditionsOf,
  countsApply,
  EVERYTHING,
  filterWords,
  type HistoryView,
  isNarrowed,
  maySearch,
  shortened,
  sortsOf,
} from "./conditions";
import { periodWords } from "./period";
import type { HistoryFilters } from "./types";

const view = (over: Partial<HistoryView>): HistoryView => ({ ...EVERYTHING, ...over });

test("by default only dust is a condition, and the newest entries come first", () => {
  expect(conditionsOf(EVERYTHING)).toEqual([{ key: "dust", value: "true" }]);
  expect(sortsOf(EVERYTHING)).toEqual([{ key: "time", value: false }]);
  expect(isNarrowed(EVERYTHING)).toBe(false);
});

test("all values, an empty search and shown dust are no conditions", () => {
  expect(conditionsOf(view({ search: "  ", year: [], hideDust: false }))).toEqual([]);
});

test("a period is a condition for each of its ends, and is named by its days", () => {
  const period = ["2025-09-08T00:00:00Z", "2025-09-09T00:00:00Z"] as const;
  expect(conditionsOf(view({ period, hideDust: false }))).toEqual([
    { key: "from", value: period[0] },
    { key: "to", value: period[1] },
  ]);
  expect(isNarrowed(view({ period }))).toBe(true);
  expect(periodWords(["2025-09-01T12:00:00Z", "2025-09-20T12:00:00Z"])).toBe("1–20 Sept 2025");
  expect(periodWords(["2025-09-01T12:00:00Z", "2025-09-01T12:00:01Z"])).toBe("1 Sept 2025");
});

test("several values of a filter are conditions of one key each", () => {
  const conditions = conditionsOf(view({ search: " uni ", year: ["2026", "2025"], kind: ["mint"], hideDust: false }));
  expect(conditions).toEqual([
    { key: "search", value: "uni" },
    { key: "year", value: "2026" },
    { key: "year", value: "2025" },
    { key: "kind", value: "mint" },
  ]);
});

const kinds = (of: Partial<HistoryView>) =>
  conditionsOf(view({ hideDust: false, ...of })).map(({ key, value }) => `${key} ${value}`);

test("a kind stands for all of its finer kinds", () => {
  expect(kinds({ kind: ["swap", "sent"] })).toEqual(["kind swap", "kind wrap", "kind unwrap", "kind send"]);
});

test("a search is sent without the spaces around it, beside the chosen kinds", () => {
  expect(kinds({ search: " Bridge " })).toEqual(["search Bridge"]);
  expect(kinds({ search: "swap", kind: ["own"] })).toEqual(["search swap", "kind self_transfer", "kind own_transfer"]);
});

test("counts of the whole history are shown only without other filters", () => {
  const all = view({ hideDust: false });
  expect(countsApply({ ...all, kind: ["swap"] }, { kind: [] })).toBe(true);
  expect(countsApply({ ...all, search: "uni" }, { kind: [] })).toBe(false);
  expect(countsApply(view({}), { kind: [] })).toBe(false);
});

test("the filters are named with the labels of the server", () => {
  const option = (value: string, label: string) => ({ value, label, mark: null, count: 1 });
  const filters: HistoryFilters = {
    year_filter: [option("2025", "2025")],
    method_filters: [],
    asset_filters: [],
    wallet_filters: [option("0x1", "Savings")],
    chain_filters: [],
    kind_filters: [option("mint", "Mint")],
  };
  const chosen = view({ search: "uni", year: ["2025"], kind: ["mint"], wallet: ["0x1", "0x2"], hideDust: false });
  expect(filterWords(chosen, filters, "$1")).toBe("Nothing matches “uni” in 2025 of the kind Mint in Savings or 0x2.");
  expect(filterWords(view({ kind: ["approval"] }), undefined, "$1")).toBe(
    "No entries of the kind Approval worth $1 or more.",
  );
  expect(filterWords(view({ year: ["2025"] }), undefined, "$1")).toBe("No entries in 2025 worth $1 or more.");
});

test("a text that may be half a recovery phrase is no search, and neither is an extended key", () => {
  expect(maySearch(`xpub${"6".repeat(107)}`)).toBe(false);
  expect(maySearch("legal winner thank year wave sausage")).toBe(false);
  expect(maySearch("uniswap v3")).toBe(true);
});

test("of a hash, which looks like a private key, only the beginning is searched for", () => {
  const hash = "ecd49dcb17d2a7f1a5ea30ed1b40aa787b1867508bed0e8486f0641f9f35876f";
  expect(shortened(` 0x${hash}`)).toBe("0xecd49dcb17d2a7f1");
  expect(shortened(hash.toUpperCase())).toBe("ECD49DCB17D2A7F1");
  expect(shortened("uniswap ")).toBe("uniswap ");
  expect(shortened("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")).toBe("0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045");
});
