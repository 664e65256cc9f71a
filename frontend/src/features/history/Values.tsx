import { Money } from "../../ui/Money";
import type { Reason } from "./types";
import css from "./values.module.css";

/** The reasons that end by themselves: the price is being requested, or the day has no closing price yet. */
const PASSING: readonly string[] = ["not_requested_yet", "day_not_over"];

/** What is missing, by the code of its reason, where it is not the price itself. */
const MISSING: Readonly<Record<string, string>> = {
  no_rate: "No rate",
  source_failed: "No answer",
  rate_limited: "No answer",
};

const unknownWords = (reason: Reason | null | undefined): string => (reason && MISSING[reason.code]) ?? "No price";

export interface ValueProps {
  amount: string | null;
  currency: string;
  label: string;
  /** Why the amount is not known. */
  reason?: Reason | null | undefined;
  /** Whether there is anything to value. Otherwise a dash is right. */
  isDue: boolean;
  /** Why there is nothing to value. */
  noneWords?: string;
  figure?: string | undefined;
  /** Why the amount is a lower bound, or not known although there is one. */
  problem?: string | null;
  /** The number of characters that fit. */
  room?: number;
}

/** An amount of money; a dash if there is nothing to value, words if its price or its rate is not known. */
export function Value({ amount, currency, label, reason, isDue, noneWords, figure, problem, room }: ValueProps) {
  if (amount !== null)
    return (
      <>
        {problem ? <span title={problem}>≥ </span> : null}
        <Money
          amount={amount}
          currency={currency}
          label={label}
          figure={figure}
          {...(room === undefined ? {} : { room })}
        />
      </>
    );
  if (!isDue && problem)
    return (
      <span className={css.unknown} title={problem}>
        Unknown
      </span>
    );
  if (!isDue)
    return (
      <span className={css.none} title={reason?.text ?? noneWords}>
        –
      </span>
    );
  const isPassing = reason ? PASSING.includes(reason.code) : false;
  return (
    <span className={isPassing ? css.awaited : css.unknown} title={reason?.text}>
      {isPassing ? "Pending" : unknownWords(reason)}
    </span>
  );
}
