import css from "./sparkline.module.css";

const [WIDTH, HEIGHT] = [76, 24];
/** The room for the dot and for half of the line, in pixels. */
const EDGE = 3;
/** The least height as a part of the highest price: a price that hardly moves is a flat line. */
const FLAT = 0.01;

interface SparklineProps {
  /** One number for each day; not a number where the price is not known. */
  prices: readonly number[];
}

/** A price over time without axes, with a dot at its last day. The words beside it say the same. */
export function Sparkline({ prices }: SparklineProps) {
  const known = prices.filter((price) => !Number.isNaN(price));
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const height = Math.max(highest - lowest, highest * FLAT) || 1;
  const middle = (lowest + highest) / 2;
  const x = (day: number) => EDGE + (day / Math.max(1, prices.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (price: number) => HEIGHT / 2 - ((price - middle) / height) * (HEIGHT - 2 * EDGE);
  const isKnown = (day: number) => !Number.isNaN(prices[day] ?? Number.NaN);
  const point = (price: number, day: number) =>
    `${isKnown(day - 1) ? "L" : "M"}${x(day).toFixed(1)} ${y(price).toFixed(1)}`;
  const path = prices.map((price, day) => (isKnown(day) ? point(price, day) : "")).join("");
  const last = prices.at(-1);
  return (
    <svg width={WIDTH} height={HEIGHT} className={css.sparkline} aria-hidden="true">
      <path d={path} />
      {last === undefined || Number.isNaN(last) ? null : <circle cx={WIDTH - EDGE} cy={y(last)} r={2} />}
    </svg>
  );
}
