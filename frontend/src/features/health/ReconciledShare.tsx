import { fractionOf, parseDecimal } from "../../format/decimal";
import { count, plural } from "../../format/text";
import { Meter } from "../../ui/Meter";
import { Money } from "../../ui/Money";
import css from "./reconciledShare.module.css";
import { inDisplay, reconciledPercent, sumOf } from "./reconciliation";
import type { DisplayRate, Reconciled } from "./types";

/** The part of a value for the bar, from 0 to 1. */
function partOf({ reconciled, value }: Reconciled): number {
  const [part, whole] = [parseDecimal(reconciled), parseDecimal(value)];
  return part && whole ? fractionOf(part, whole) : 0;
}

interface ReconciledShareProps {
  found: Reconciled;
  display: DisplayRate;
}

/** How much of the value, and how many of the balances, equal what their history adds up to. */
export function ReconciledShare({ found, display }: ReconciledShareProps) {
  const share = reconciledPercent(found);
  const sum = sumOf(found.differences);
  const shown = (dollars: string, label: string) => (
    <Money amount={inDisplay(dollars, display)} currency={display.currency} label={label} />
  );
  return (
    <dl className={css.figures}>
      <div className={css.share}>
        <dt>Value reconciled</dt>
        <dd>{share ?? "Not known"}</dd>
        {share === null ? (
          <dd className={css.note}>No compared balance has a known price.</dd>
        ) : (
          <>
            <dd className={css.note}>
              {shown(found.reconciled, "Value reconciled")} of {shown(found.value, "Value compared")} with a known price
            </dd>
            <dd className={css.bar}>
              <Meter part={partOf(found)} />
            </dd>
          </>
        )}
      </div>
      <div>
        <dt>Balances that match</dt>
        <dd>
          {count(found.equal)} of {count(found.compared)}
        </dd>
        <dd className={css.note}>
          {found.differences.length === 0 ? "Nothing differs" : `${count(found.differences.length)} differ`}
        </dd>
      </div>
      {found.differences.length > 0 ? (
        <div>
          <dt>Differences in total</dt>
          <dd>{sum.value === null ? "Not known" : shown(sum.value, "Differences in total")}</dd>
          <dd className={css.note}>
            {sum.unknown > 0 ? `Without ${plural(sum.unknown, "difference")} of unknown value` : "All values known"}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
