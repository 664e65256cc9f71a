import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { useAmountText } from "../../format/amounts";
import { isUnpriced } from "../../format/partialTotal";
import { percentOf } from "../../format/quantity";
import { count } from "../../format/text";
import { useFees } from "../../queries/fees";
import { Dot } from "../../ui/Avatar";
import { Button } from "../../ui/Button";
import { Money } from "../../ui/Money";
import { EmptyState, FailureNote } from "../../ui/Note";
import { FeeChart } from "./FeeChart";
import { FeesLoading } from "./FeesLoading";
import { FeeTable } from "./FeeTable";
import { FEE_SPANS, type FeeSpan, feeSpanKey, feeSpanOf } from "./feeSpans";
import { type FeeBand, feeBands, feePeriods } from "./fees";
import css from "./fees.module.css";
import type { Fees, VisitorToken } from "./types";

const PARAM = "fees";

/** The span in the URL. */
function useFeeSpan(): [FeeSpan, (key: string) => void] {
  const [params, setParams] = useSearchParams();
  const onChoose = (key: string) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old);
        const kept = feeSpanKey(feeSpanOf(key));
        if (kept === null) next.delete(PARAM);
        else next.set(PARAM, kept);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return [feeSpanOf(params.get(PARAM)), onChoose];
}

/** The chains with their colors and amounts. */
function FeeLegend({ bands, currency }: { bands: readonly FeeBand[]; currency: string }) {
  return (
    <ul className={css.legend} aria-label="Fees by chain">
      {bands.map(({ id, name, colour, total, figure }) => (
        <li key={id}>
          <Dot colour={colour} />
          <span>{name}</span>
          <b>
            {isUnpriced(total) ? (
              "No price"
            ) : (
              <Money amount={total.value} currency={currency} figure={figure} label={`Fees on ${name}`} />
            )}
          </b>
        </li>
      ))}
    </ul>
  );
}

/** The total of the span, and where most of it was paid. */
function FeeTotalLine({ data, span }: { data: Fees; span: FeeSpan }) {
  const { total_fees: total, chains, currency_code: currency, figures } = data;
  const [first] = chains;
  const share = first ? percentOf(first.total_fees.value, total.value) : "?";
  return (
    <p className={css.total}>
      <b>
        <Money amount={total.value} currency={currency} figure={figures["/total_fees/value"]} label="Fees" />
      </b>
      <span>
        {span.words}
        {first && share !== "?" ? `, ${share} on ${first.chain.name}` : ""}
      </span>
    </p>
  );
}

interface FeesProps {
  data: Fees;
  span: FeeSpan;
}

/** The total, the bars or the table, and the chains. */
function FeeFigures({ data, span }: FeesProps) {
  const text = useAmountText();
  const [isTable, setTable] = useState(false);
  const bands = feeBands(data);
  const periods = feePeriods(data, bands);
  const { left_out: without } = data.total_fees;
  const figures = { data, bands, periods };
  return (
    <>
      <FeeTotalLine data={data} span={span} />
      {isTable ? <FeeTable key={span.key} {...figures} /> : <FeeChart {...figures} text={text} />}
      <FeeLegend bands={bands} currency={data.currency_code} />
      <p className={css.foot}>
        <span>
          {without > 0
            ? `${count(without)} ${without === 1 ? "fee has no price and is" : "fees have no price and are"} left out.`
            : ""}
        </span>
        <Button tone="link" onClick={() => setTable(!isTable)}>
          {isTable ? "Show as chart" : "Show as table"}
        </Button>
      </p>
    </>
  );
}

/** The state without fees. */
const NoFees = ({ span, onSpan }: { span: FeeSpan; onSpan: (key: string) => void }) => (
  <EmptyState
    icon="chart"
    title="No fees"
    actions={
      span.key === "all" ? null : (
        <Button small onClick={() => onSpan("all")}>
          Show all time
        </Button>
      )
    }
  >
    {span.key === "all" ? "Your transactions paid no fees so far." : "You paid no fees in this time."}
  </EmptyState>
);

/** The card of the fees of all transactions, by month or day and by chain. */
export function FeesCard({ visitor }: { visitor: VisitorToken }) {
  const title = useId();
  const [span, onSpan] = useFeeSpan();
  const { data, error, isPlaceholderData, refetch } = useFees(span, visitor);
  const failure = data ? null : error;
  const isBusy = isPlaceholderData || (!data && !failure);
  return (
    <section
      className={css.card}
      aria-labelledby={title}
      aria-busy={isBusy || undefined}
      data-stale={isPlaceholderData || undefined}
    >
      <header className={css.head}>
        <div>
          <h2 id={title}>Blockchain Fees over Time</h2>
          <p>Understand your gas costs</p>
        </div>
        <select aria-label="Time span" value={span.key} onChange={({ target }) => onSpan(target.value)}>
          {FEE_SPANS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </header>
      {failure ? (
        <FailureNote title="Couldn't load your fees" failure={failure} onRetry={() => void refetch()} />
      ) : null}
      {isBusy && !data ? <FeesLoading /> : null}
      {data?.total_count === 0 ? <NoFees span={span} onSpan={onSpan} /> : null}
      {data && data.total_count > 0 ? <FeeFigures data={data} span={span} /> : null}
    </section>
  );
}
