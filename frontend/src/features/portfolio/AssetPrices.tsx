import { Suspense, useMemo, useState } from "react";
import { price } from "../../format/money";
import { periodName } from "../../format/spans";
import { Button } from "../../ui/Button";
import { lazyPart } from "../../ui/lazyPart";
import { Change } from "../../ui/Money";
import { InlineFailure } from "../../ui/Note";
import { SegmentedControl } from "../../ui/SegmentedControl";
import css from "./assetPrices.module.css";
import type { ViewRow } from "./assetView";
import { isAnyKnown, PRICE_SPANS, type PriceLine, type PriceSpan, priceLine } from "./priceLine";
import { useClosingPrices } from "./queries";
import type { AssetMove, VisitorToken } from "./types";

const PriceChart = lazyPart(() => import("../../charts/PriceChart"), "PriceChart");

const HEIGHT = 104;

const daysOf = (span: PriceSpan) => PRICE_SPANS.find(({ key }) => key === span)?.days ?? null;

/** The price of a day in words. */
const priceText = (amount: string | null | undefined, currency: string): string =>
  amount ? price(amount, currency) : "Not known";

interface ChartProps {
  name: string;
  line: PriceLine;
  currency: string;
}

function Chart({ name, line: { days, prices, column }, currency }: ChartProps) {
  const text = (day: number) => priceText(prices[day], currency);
  const dayText = (day: number) => periodName(days[day] ?? "", "day");
  const last = days.length - 1;
  return (
    <PriceChart
      days={days}
      prices={column}
      height={HEIGHT}
      sentence={`Price of ${name} from ${dayText(0)} to ${dayText(last)}: ${text(0)} at the start, ${text(last)} at the end.`}
      lineText={(amount) => price(amount, currency)}
      periodText={(day) => `${dayText(day)}, ${text(day)}`}
      tip={(day) => (
        <div className={css.tip}>
          <span>{dayText(day)}</span>
          <b>{text(day)}</b>
        </div>
      )}
    />
  );
}

interface AssetPricesProps {
  row: ViewRow;
  currency: string;
  visitorToken: VisitorToken;
  /** How much it changed the total in 24 hours; undefined where that is not among what moved most. */
  move: AssetMove | undefined;
}

/** The price of the asset at the end of each day, and now. Left out where the history has no such price. */
export function AssetPrices({ row, currency, visitorToken, move }: AssetPricesProps) {
  const [span, setSpan] = useState<PriceSpan>("3M");
  const { data: found, error, refetch } = useClosingPrices([row.asset], daysOf(span), visitorToken);
  // Prices in another currency, or of another asset, are not shown as these.
  const isOwn = found?.currency_code === currency && found.rows.every(({ asset }) => asset === row.asset);
  const data = isOwn ? found : undefined;
  const line = useMemo(() => data && priceLine(data, row.price), [data, row.price]);
  const place = <div className={css.place} aria-busy="true" />;
  if (error && !found)
    return (
      <InlineFailure>
        {error.message} The prices of past days are not shown.{" "}
        <Button tone="link" small onClick={() => void refetch()}>
          Try again
        </Button>
      </InlineFailure>
    );
  if (data && data.rows.length === 0) return null;
  return (
    <section aria-label="Price over time">
      <div className={css.head}>
        <p>
          Daily closing price
          {move ? (
            <>
              {" · "}
              <Change amount={move.change} currency={currency} label={`${row.name}, change in 24 hours`} /> for you in
              24 h
            </>
          ) : null}
        </p>
        <SegmentedControl label="Time span" options={PRICE_SPANS} chosen={span} onChoose={setSpan} />
      </div>
      {line && !isAnyKnown(line) ? <p className={css.none}>No price of these days is known.</p> : null}
      {line && isAnyKnown(line) ? (
        <Suspense fallback={place}>
          <Chart name={row.name} line={line} currency={currency} />
        </Suspense>
      ) : null}
      {line ? null : place}
    </section>
  );
}
