import { Sparkline } from "../../charts/Sparkline";
import { changeInPercent, percentChange } from "../../format/quantity";
import type { ViewRow } from "./assetView";
import { isAnyKnown, priceLine } from "./priceLine";
import { useClosingPrices } from "./queries";
import type { VisitorToken } from "./types";

/** The days of the line in a row. */
const DAYS = 30;

interface PriceLineCellProps {
  row: ViewRow;
  /** The currency of its price. */
  currency: string;
  /** The assets of all rows that are shown, whose prices are loaded together. */
  assets: readonly string[];
  visitorToken: VisitorToken;
}

/** The price of the last thirty days as a line. Nothing is shown for an asset without past prices. */
export function PriceLineCell({ row, currency, assets, visitorToken }: PriceLineCellProps) {
  const { data } = useClosingPrices(assets, DAYS, visitorToken);
  const own = data?.currency_code === currency && data.rows.find(({ asset }) => asset === row.asset);
  const line = data && own && priceLine({ ...data, rows: [own] }, row.price);
  if (!line || !isAnyKnown(line)) return null;
  const known = line.prices.filter((price) => price !== null);
  const percent = changeInPercent(known[0] ?? "", known.at(-1) ?? "");
  return (
    <span title={percent === null ? undefined : `${percentChange(percent)} in ${line.days.length - 1} days`}>
      <Sparkline prices={[...line.column]} />
      <span className="vh">{percent === null ? "" : percentChange(percent)}</span>
    </span>
  );
}
