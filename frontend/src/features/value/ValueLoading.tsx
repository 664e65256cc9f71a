import { useEffect, useState } from "react";
import type { ValueGraph } from "./types";
import css from "./valueLoading.module.css";

const TEXTS = [
  "Indexing blockchains is cumbersome",
  "Indexing blockchains is time consuming",
  "Indexing blockchains is intricate",
  "Hang On. We got you.",
] as const;
const TEXT_MS = 2_500;

/** The message while the server is still loading data. */
export const STILL_LOADING = "Don't worry we're still loading all your data";

/** A still wave, one period of which is 120 wide. */
const WAVE = `M0 60${"q30 -26 60 0t60 0".repeat(14)}V200H0Z`;
const LINES = [0, 1, 2, 3] as const;

/** Whether no more than the value of now can be shown yet, because the history is still being read. */
export const isStillLoading = ({ data_loaded, coverage, asset_value_data: { days } }: ValueGraph): boolean =>
  days.length <= 1 && (!data_loaded || coverage.accounts_done < coverage.accounts);

interface ValueLoadingProps {
  /** Whether the server is still loading data, so that it takes long. */
  isSlow: boolean;
  /** Whether it stands in a card, which explains nothing before the server says that it takes long. */
  isCompact?: boolean;
}

/** The place of the chart while it is loading: its axes, a wave, and why it takes long. */
export function ValueLoading({ isSlow, isCompact = false }: ValueLoadingProps) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setAt((old) => (old + 1) % TEXTS.length), TEXT_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={css.place} data-compact={isCompact || undefined} aria-busy={isSlow && isCompact ? undefined : true}>
      <div className={css.axes} aria-hidden="true">
        {LINES.map((line) => (
          <i key={line} />
        ))}
        <svg viewBox="0 0 1680 200" preserveAspectRatio="none" aria-hidden="true">
          <path d={WAVE} />
        </svg>
      </div>
      {isCompact && !isSlow ? null : (
        <p className={css.text}>
          {/* Only the first text is read aloud; the others would interrupt. */}
          <b aria-hidden={at > 0 || undefined}>{TEXTS[at]}</b>
          {isSlow ? <span role="status">{STILL_LOADING}</span> : null}
        </p>
      )}
    </div>
  );
}
