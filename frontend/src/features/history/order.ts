import type { SortKey } from "./types";

/** An order of the entries. */
export interface Order {
  sort: SortKey;
  ascending: boolean;
  label: string;
}

const order = (sort: SortKey, ascending: boolean, label: string): Order => ({ sort, ascending, label });

/** All orders, the first one by default. */
export const ORDERS: readonly Order[] = [
  order("time", false, "Newest first"),
  order("time", true, "Oldest first"),
  order("usd_value", false, "Highest value then"),
  order("usd_value", true, "Lowest value then"),
  order("from", true, "From, A to Z"),
  order("from", false, "From, Z to A"),
  order("to", true, "To, A to Z"),
  order("to", false, "To, Z to A"),
  order("asset", true, "Asset, A to Z"),
  order("asset", false, "Asset, Z to A"),
];
