import { shortQuantity } from "../../format/quantity";
import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import css from "./hidden.module.css";
import type { HiddenRow } from "./queries";

function summary(hidden: readonly HiddenRow[]): string {
  const own = hidden.filter((row) => row.rule === "hidden_by_you").length;
  const spam = hidden.length - own;
  const parts = [own > 0 ? `${own} by you` : "", spam > 0 ? `${spam} as spam` : ""].filter(Boolean);
  return `${plural(hidden.length, "hidden asset")}: ${parts.join(", ")}. Not in any total.`;
}

/** The same for whoever only looks: how many, not which. */
export const LeftOut = ({ count }: { count: number }) =>
  count > 0 ? <p className={css.out}>{plural(count, "asset")} left out as spam. Not in any total.</p> : null;

interface HiddenAssetsProps {
  hidden: readonly HiddenRow[];
  onShow: (asset: string, symbol: string) => void;
}

/** What no total counts, by which rule, and the way back. */
export function HiddenAssets({ hidden, onShow }: HiddenAssetsProps) {
  if (hidden.length === 0) return null;
  return (
    <details className={css.hidden}>
      <summary>{summary(hidden)}</summary>
      <ul>
        {hidden.map((row) => (
          <li key={row.asset}>
            <b>
              {row.amount === null ? "" : `${shortQuantity(row.amount)} `}
              {row.symbol}
            </b>
            <span>{row.text}</span>
            <Button
              tone="link"
              small
              aria-label={`Show ${row.symbol} again`}
              onClick={() => onShow(row.asset, row.symbol)}
            >
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
