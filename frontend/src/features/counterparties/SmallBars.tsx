import type { VolumePeriod } from "./types";
import { barHeights } from "./volumes";
import css from "./volumeTable.module.css";

/** The size of the picture in pixels, and the most bars that fit. */
const [WIDTH, HEIGHT, MOST] = [60, 26, 20];
/** The height of a bar without any volume. */
const LEAST = 1;

/** The volume of each period, in a scale of its own. The table has the same sum beside it. */
export function SmallBars({ days, periods }: { days: readonly string[]; periods: readonly VolumePeriod[] }) {
  const heights = barHeights(days, periods, MOST);
  const step = WIDTH / Math.max(1, heights.length);
  const thickness = Math.min(8, Math.max(1, step - 1.5));
  return (
    <svg width={WIDTH} height={HEIGHT} className={css.small} aria-hidden="true">
      {heights.map((part, bar) => {
        const height = Math.max(LEAST, Math.round(part * HEIGHT));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={bar}
            x={bar * step}
            y={HEIGHT - height}
            width={thickness}
            height={height}
            data-none={part === 0 || undefined}
          />
        );
      })}
    </svg>
  );
}
