import { Suspense, useMemo } from "react";
import { BarTip } from "../../charts/BarTip";
import type { Bar } from "../../charts/bars";
import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { isUnpriced } from "../../format/partialTotal";
import { date } from "../../format/time";
import { lazyPart } from "../../ui/lazyPart";
import { FlowChartPlace } from "./FlowLoading";
import type { FlowBand, FlowFigures } from "./flowBands";
import css from "./netFlows.module.css";
import type { Flows } from "./types";

const StackedBars = lazyPart(() => import("../../charts/StackedBars"), "StackedBars");

/** The three bars, from left to right. */
const BARS = [
  { id: "inflows", label: "Inflows" },
  { id: "outflows", label: "Outflows" },
  { id: "net", label: "Net" },
] as const;

/** The width of a bar and the height of the plot, in pixels. */
const [THICKNESS, HEIGHT] = [48, 240];

/** The span of an answer within a sentence. */
const spanWords = ({ start, end }: Flows): string =>
  start === null ? `until ${date(end)}` : `from ${date(start)} to ${date(end)}`;

interface FlowChartProps {
  answer: Flows;
  /** In the order in which they are stacked. */
  bands: readonly FlowBand[];
  totals: FlowFigures;
}

/** Three bars: what came in, what left, and what remained. */
export function FlowChart({ answer, bands, totals }: FlowChartProps) {
  const text = useAmountText();
  const { currency_code: currency } = answer;
  const bars = useMemo(
    () =>
      BARS.map(({ id }): Bar => {
        const { value } = totals[id];
        const long = id === "net" ? text.change(value, currency) : text.money(value, currency);
        const sign = id === "net" && tone(value) === "gain" ? "+" : "";
        return {
          id,
          total: [long, `${sign}${text.roughMoney(value, currency)}`],
          parts: bands.map((band) => ({ id: band.id, colour: band.colour, value: Number(band[id].value) })),
        };
      }),
    [bands, totals, currency, text],
  );
  const figure = (band: FlowFigures, id: keyof FlowFigures): string =>
    isUnpriced(band[id])
      ? "No price"
      : id === "net"
        ? text.change(band[id].value, currency)
        : text.money(band[id].value, currency);
  const barOf = (place: number) => BARS[place] ?? BARS[0];
  const nameOf = (place: number) => `${barOf(place).label}, ${figure(totals, barOf(place).id)}`;
  const shares = BARS.map(({ id, label }) => `${label.toLowerCase()} ${figure(totals, id)}`).join(", ");
  return (
    <div className={css.chart}>
      <Suspense fallback={<FlowChartPlace />}>
        <StackedBars
          bars={bars}
          sentence={`Net flows ${spanWords(answer)}: ${shares}.`}
          label="Flows"
          barText={nameOf}
          labels={() => BARS.map(({ label }, period) => ({ period, text: label }))}
          lineText={(amount) => text.roughMoney(amount, currency)}
          height={HEIGHT}
          thickness={THICKNESS}
          tip={(place) => {
            const { id, label } = barOf(place);
            const lines = bands.map((band) => ({
              id: band.id,
              label: band.symbol,
              colour: band.colour,
              text: figure(band, id),
            }));
            return <BarTip name={label} total={figure(totals, id)} lines={lines.reverse()} />;
          }}
        />
      </Suspense>
    </div>
  );
}
