import { useAmountText } from "../../format/amounts";
import { price } from "../../format/money";
import { percentChange } from "../../format/quantity";
import { type CostBasis, type CostRow, useCostBasis } from "../../queries/costBasis";
import { Button } from "../../ui/Button";
import { Change } from "../../ui/Money";
import { InlineFailure } from "../../ui/Note";
import { PanelSection } from "../../ui/PanelSection";
import css from "./assetPanel.module.css";
import type { ViewRow } from "./assetView";
import { areCostsRead } from "./gains";
import type { VisitorToken } from "./types";

/** The rows of what the asset cost: one for each network on which it is one coin, and for what is deposited without a token. */
const rowsOf = ({ assets }: CostBasis, row: ViewRow): CostRow[] => {
  const own = new Set([row.asset, ...row.parts.map(({ asset }) => asset)]);
  return assets.filter(({ asset }) => own.has(asset));
};

/** What of a row has no known cost, and what has an assumed one. */
function notes({ unknown_amount: unknown, assumed_cost: assumed, cost_basis: cost }: CostRow): string {
  const isAssumed = assumed !== "0";
  return [
    unknown !== "0" ? "a part has no known cost" : "",
    isAssumed ? (assumed === cost ? "assumed" : "assumed in part") : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** The words of a row. */
function CostOf({ row, hasChain, currency }: { row: CostRow; hasChain: boolean; currency: string }) {
  const text = useAmountText();
  const { amount, symbol, average_cost_price: average, cost_basis: cost, gain_loss_percentage: gain } = row;
  const note = [hasChain ? row.chain.name : "", average === null ? "" : notes(row)].filter(Boolean).join(" · ");
  return (
    <li>
      <span className={css.two}>
        <span>
          {amount === null ? "–" : text.shortQuantity(amount)} {symbol}
          {average === null ? "" : ` at ${price(average, currency)}`}
        </span>
        {note ? <small>{note}</small> : null}
      </span>
      <span className={css.amount}>{cost === null ? "Cost not known" : `${text.money(cost, currency)} paid`}</span>
      <b>{gain === null ? "–" : percentChange(gain, 1)}</b>
    </li>
  );
}

interface AssetCostsProps {
  row: ViewRow;
  currency: string;
  visitorToken: VisitorToken;
}

/** What the asset cost. Left out until the history is read, and where it has nothing of the asset. */
export function AssetCosts({ row, currency, visitorToken }: AssetCostsProps) {
  const { data, error, refetch } = useCostBasis(visitorToken ?? null);
  if (error && !data)
    return (
      <PanelSection title="Cost basis">
        <InlineFailure>
          {error.message}{" "}
          <Button tone="link" small onClick={() => void refetch()}>
            Try again
          </Button>
        </InlineFailure>
      </PanelSection>
    );
  if (!data || data.currency_code !== currency || !areCostsRead(data)) return null;
  const rows = rowsOf(data, row);
  if (rows.length === 0) return null;
  const { gained } = row;
  const side = gained ? (
    <Change amount={gained.amount} currency={currency} figure={gained.figure} label={`${row.name}, gain since cost`} />
  ) : undefined;
  return (
    <PanelSection title="Cost basis" note={data.method_name} side={side}>
      <ul className={css.costs}>
        {rows.map((one) => (
          <CostOf key={`${one.asset} ${one.symbol}`} row={one} hasChain={rows.length > 1} currency={currency} />
        ))}
      </ul>
    </PanelSection>
  );
}
