import { Money } from "../../ui/Money";
import css from "./values.module.css";

interface ValueProps {
  amount: string | null;
  currency: string;
  label: string;
  /** Why the amount is not known. */
  reason?: string | null | undefined;
  /** Whether there is anything to value. Otherwise a dash is right. */
  isDue: boolean;
  figure?: string | undefined;
  /** The number of characters that fit. */
  room?: number;
}

/** An amount of money; a dash if there is nothing to value, words if its price is not known. */
export function Value({ amount, currency, label, reason, isDue, figure, room }: ValueProps) {
  if (amount !== null)
    return (
      <Money
        amount={amount}
        currency={currency}
        label={label}
        figure={figure}
        {...(room === undefined ? {} : { room })}
      />
    );
  if (!isDue)
    return (
      <span className={css.none} title={reason ?? undefined}>
        –
      </span>
    );
  return (
    <span className={css.unknown} title={reason ?? undefined}>
      No price
    </span>
  );
}
