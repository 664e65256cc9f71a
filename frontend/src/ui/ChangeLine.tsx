import type { ReactNode } from "react";
import { tone } from "../format/money";
import { percentChange } from "../format/quantity";
import css from "./changeLine.module.css";
import { Change } from "./Money";

interface ChangeLineProps {
  amount: string;
  currency: string;
  /** The same in percent; null if there is nothing to compare it with. */
  percent: string | null;
  /** The id under which the server explains it. */
  figure?: string | undefined;
  /** The accessible name of the figure. */
  label: string;
  /** What it is the change of. */
  children: ReactNode;
}

/** A change below a headline: money, percent, and what it is the change of. On a phone each has a line of its own. */
export const ChangeLine = ({ amount, currency, percent, figure, label, children }: ChangeLineProps) => (
  <p className={css.line}>
    <Change amount={amount} currency={currency} figure={figure} label={label} className={css.amount} />
    {percent === null ? null : <span className={css[tone(amount) ?? ""]}>{percentChange(percent)}</span>}
    <span className={css.words}>{children}</span>
  </p>
);
