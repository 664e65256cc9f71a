import { Suspense, useMemo } from "react";
import { Link } from "react-router";
import { BarsPlace } from "../../charts/BarsPlace";
import { BarTip } from "../../charts/BarTip";
import type { Bar } from "../../charts/bars";
import { axisLabels } from "../../charts/timeAxis";
import { type AmountText, useAmountText } from "../../format/amounts";
import { isNothing, isUnpriced } from "../../format/partialTotal";
import { FIRST_SPAN, periodName, spanOf } from "../../format/spans";
import { plural } from "../../format/text";
import { Dot } from "../../ui/Avatar";
import { Card } from "../../ui/Card";
import { lazyPart } from "../../ui/lazyPart";
import { Change, Money } from "../../ui/Money";
import { FailureNote } from "../../ui/Note";
import css from "./netFlowsCard.module.css";
import { usePeriodFlows } from "./queries";
import type { PartialTotal, PeriodFlows, VisitorToken } from "./types";

const StackedBars = lazyPart(() => import("../../charts/StackedBars"), "StackedBars");

/** The most width of a bar and the height of the plot, in pixels. */
const [THICKNESS, HEIGHT] = [16, 72];
/** The colors of what came in, of what left, and of what remained. */
const [IN, OUT, NET] = ["var(--c2)", "var(--c5)", "var(--ink)"] as const;

type Period = PeriodFlows["profit_loss"]["periods"][number];

/** The amount below zero, as what left is shown. */
const negative = (value: string): string => (/[1-9]/.test(value) ? `-${value}` : value);

/** The three figures of a period or of all, as text. */
function figureTexts(
  { inflows, outflows, net }: Pick<Period, "inflows" | "outflows" | "net">,
  text: AmountText,
  currency: string,
) {
  const words = (total: PartialTotal, shown: string) => (isUnpriced(total) ? "No price" : shown);
  return {
    inflows: words(inflows, text.money(inflows.value, currency)),
    outflows: words(outflows, text.money(negative(outflows.value), currency)),
    net: words(net, text.change(net.value, currency)),
  };
}

interface FiguresProps {
  flows: PeriodFlows;
}

/** The sums, which are the legend of the bars. */
function Sums({ flows: { profit_loss: total, currency_code: currency, figures } }: FiguresProps) {
  const sums = [
    { key: "inflows", label: "Inflows", colour: IN, amount: total.inflows.value, Shown: Money },
    { key: "outflows", label: "Outflows", colour: OUT, amount: negative(total.outflows.value), Shown: Money },
    { key: "net", label: `Net, ${spanOf(FIRST_SPAN).words}`, colour: null, amount: total.net.value, Shown: Change },
  ] as const;
  return (
    <dl className={css.sums}>
      {sums.map(({ key, label, colour, amount, Shown }) => (
        <div key={key}>
          <dt>
            {colour ? <Dot colour={colour} /> : <i className={css.dash} aria-hidden="true" />}
            {label}
          </dt>
          <dd>
            {isUnpriced(total[key]) ? (
              <span className={css.unknown}>No price</span>
            ) : (
              <Shown amount={amount} currency={currency} figure={figures[`/profit_loss/${key}/value`]} label={label} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What came in above the axis, what left below it, and the line of what remained. */
function Bars({ flows: { profit_loss: total, currency_code: currency, group_criteria: group } }: FiguresProps) {
  const text = useAmountText();
  const { periods } = total;
  const [bars, line] = useMemo(
    () => [
      periods.map(
        ({ first_day, inflows, outflows }): Bar => ({
          id: first_day,
          total: null,
          parts: [
            { id: "inflows", colour: IN, value: Number(inflows.value) },
            { id: "outflows", colour: OUT, value: -Number(outflows.value) },
          ],
        }),
      ),
      periods.map(({ net }) => Number(net.value)),
    ],
    [periods],
  );
  const days = periods.map(({ first_day }) => first_day);
  const name = (period: number) => periodName(days[period] ?? "", group);
  const texts = (period: number) => figureTexts(periods[period] ?? total, text, currency);
  const whole = figureTexts(total, text, currency);
  return (
    <Suspense fallback={<BarsPlace height={HEIGHT} />}>
      <StackedBars
        bars={bars}
        line={line}
        sentence={`Net flows from ${name(0)} to ${name(days.length - 1)}: inflows ${whole.inflows}, outflows ${whole.outflows}, net ${whole.net}.`}
        label="Net flows over time"
        barText={(period) => `${name(period)}, net ${texts(period).net}`}
        labels={(scale) => axisLabels(days, "month", scale)}
        lineText={(amount) => text.roughMoney(amount, currency)}
        height={HEIGHT}
        thickness={THICKNESS}
        tip={(period) => {
          const { inflows, outflows, net } = texts(period);
          const lines = [
            { id: "inflows", label: "Inflows", colour: IN, text: inflows },
            { id: "outflows", label: "Outflows", colour: OUT, text: outflows },
            { id: "net", label: "Net", colour: NET, text: net },
          ];
          return <BarTip name={name(period)} total={net} lines={lines.slice(0, 2)} />;
        }}
      />
    </Suspense>
  );
}

/** What the bars leave out; nothing if they are all. */
function LeftOut({ flows: { profit_loss: total } }: FiguresProps) {
  const unpriced = total.inflows.left_out + total.outflows.left_out;
  if (unpriced === 0) return null;
  return <p className={css.foot}>{plural(unpriced, "movement")} without a price left out</p>;
}

interface NetFlowsCardProps {
  /** The token of a share session; null on the person's own page. */
  visitor: VisitorToken;
  /** The path of Net Flows. */
  path: string;
}

/** What came in from others and what left in twelve months, on Home. It is left out when nothing did. */
export function NetFlowsCard({ visitor, path }: NetFlowsCardProps) {
  const { data, error, refetch } = usePeriodFlows(FIRST_SPAN, visitor);
  const total = data?.profit_loss;
  if (total && isNothing(total.inflows) && isNothing(total.outflows)) return null;
  return (
    <Card
      title="Net Flows"
      aside={
        <Link to={path} className={css.open}>
          Open
        </Link>
      }
    >
      <p className={css.subtitle}>Understand your portfolio's profitability</p>
      {error && !data ? (
        <FailureNote title="Couldn't load your net flows" failure={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? (
        <div className={css.loading} aria-busy="true">
          <p className="vh">Loading your net flows</p>
          <BarsPlace height={HEIGHT} />
        </div>
      ) : null}
      {data ? (
        <>
          <Sums flows={data} />
          <div className={css.chart}>
            <Bars flows={data} />
          </div>
          <LeftOut flows={data} />
        </>
      ) : null}
    </Card>
  );
}
