import { type AmountText, useAmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import css from "./hidden.module.css";
import type { HiddenRow } from "./types";

/** A hidden asset, with the number of wallets that hold it. */
interface HiddenAsset {
  row: HiddenRow;
  wallets: number;
}

/** Groups the hidden rows by asset, because hiding applies to all wallets. */
function byAsset(hidden: readonly HiddenRow[]): HiddenAsset[] {
  const assets = new Map<string, HiddenAsset>();
  for (const row of hidden) assets.set(row.asset, { row, wallets: (assets.get(row.asset)?.wallets ?? 0) + 1 });
  return [...assets.values()];
}

const REASONS = [
  ["hidden_by_you", "by you"],
  ["spam", "spam"],
  ["same_balance", "maybe counted already"],
] as const;

function summary(assets: readonly HiddenAsset[]): string {
  const counted = REASONS.map(([rule, reason]) => ({
    count: assets.filter(({ row }) => row.rule === rule).length,
    reason,
  }));
  const present = counted.filter(({ count }) => count > 0);
  const reasons = present.map(({ count, reason }) => (present.length === 1 ? reason : `${count} ${reason}`));
  return `${plural(assets.length, "hidden asset")} (${reasons.join(", ")}), not in your total`;
}

/** The name of a hidden asset, with the amount if a single wallet holds it: amounts are not added up in the page. */
function titleOf({ row: { amount, symbol }, wallets }: HiddenAsset, text: AmountText): string {
  if (wallets > 1) return `${symbol} in ${wallets} wallets`;
  return amount === null ? symbol : `${text.shortQuantity(amount)} ${symbol}`;
}

interface HiddenAssetsProps {
  hidden: readonly HiddenRow[];
  onShow: (asset: string, symbol: string) => void;
}

/** The hidden assets, with the rule that hides each and a button to show it. */
export function HiddenAssets({ hidden, onShow }: HiddenAssetsProps) {
  const amounts = useAmountText();
  const assets = byAsset(hidden);
  if (assets.length === 0) return null;
  return (
    <details className={css.hidden}>
      <summary className="opens">{summary(assets)}</summary>
      <ul>
        {assets.map((one) => {
          const { asset, symbol, text } = one.row;
          return (
            <li key={asset}>
              <b>{titleOf(one, amounts)}</b>
              <span>{text}</span>
              <Button tone="link" small aria-label={`Show again: ${symbol}`} onClick={() => onShow(asset, symbol)}>
                Show again
              </Button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
