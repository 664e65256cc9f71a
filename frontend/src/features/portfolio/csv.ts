import { csvText } from "../../format/csv";
import type { ViewRow } from "./assetView";
import type { Portfolio } from "./types";

const COLUMNS = [
  "asset",
  "symbol",
  "network",
  "wallet",
  "address",
  "contract",
  "position",
  "quantity",
  "price",
  "value",
  "currency",
  "not counted because",
] as const;

/** The holdings as CSV, one per line. A holding without a price has a reason instead of a value. */
export function holdingsCsv({ currency_code }: Portfolio, rows: readonly ViewRow[]): string {
  const lines = rows.flatMap(({ name, parts }) =>
    parts.map((part) => [
      name,
      part.symbol,
      part.chain_name,
      part.wallet_label,
      part.wallet_address,
      part.asset,
      part.position === null ? "" : `${part.position.place}: ${part.position.name.toLowerCase()}`,
      part.amount ?? "",
      part.price ?? "",
      part.value ?? "",
      currency_code,
      part.reason?.text ?? "",
    ]),
  );
  return csvText([COLUMNS, ...lines]);
}
