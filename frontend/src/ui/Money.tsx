import type { ReactNode } from "react";
import { MASK, useAmountText } from "../format/amounts";
import { price, tone } from "../format/money";
import { percentChange } from "../format/quantity";
import { useExplain } from "./explain";
import css from "./figure.module.css";

interface FigureProps {
  /** The id under which the server explains this figure. */
  figure?: string | undefined;
  /** The accessible name: "Ether, value". */
  label: string;
  /** The figure as text, as shown. */
  text: string;
  children?: ReactNode;
  className?: string | undefined;
}

/** A figure that looks like text and opens its explanation. */
export function Figure({ figure, label, text, children, className }: FigureProps) {
  const explain = useExplain();
  if (!figure || !explain) return <span className={className}>{children ?? text}</span>;
  return (
    <button
      type="button"
      className={`${css.figure} ${className ?? ""}`}
      aria-label={`${label} ${text === MASK ? "hidden" : text}. Explain this figure`}
      onClick={() => explain(figure)}
    >
      {children ?? text}
    </button>
  );
}

interface MoneyProps {
  amount: string;
  currency: string;
  figure?: string | undefined;
  label: string;
  className?: string | undefined;
}

interface ShortMoneyProps extends MoneyProps {
  /** The number of characters that fit. A longer amount is shortened; its title and accessible name stay complete. */
  room?: number;
}

/** An amount of money, rounded for display. */
export function Money({ amount, currency, room, ...rest }: ShortMoneyProps) {
  const texts = useAmountText();
  const text = texts.money(amount, currency);
  if (room === undefined || text.length <= room) return <Figure text={text} {...rest} />;
  return (
    <Figure text={text} {...rest}>
      <span title={text}>{texts.shortMoney(amount, currency)}</span>
    </Figure>
  );
}

/** A price of one unit: small ones keep four significant digits. */
export function Price({ amount, currency, ...rest }: MoneyProps) {
  return <Figure text={price(amount, currency)} {...rest} />;
}

/** A signed change in the color of its sign. */
export function Change({ amount, currency, className, ...rest }: MoneyProps) {
  const texts = useAmountText();
  return (
    <Figure
      text={texts.change(amount, currency)}
      {...rest}
      className={`${css[tone(amount) ?? ""] ?? ""} ${className ?? ""}`}
    />
  );
}

interface PercentChangeProps {
  /** The change in percent. */
  percent: string;
  figure?: string | undefined;
  label: string;
}

/** A signed change in percent in the color of its sign. It stays visible while amounts are hidden. */
export const PercentChange = ({ percent, ...rest }: PercentChangeProps) => (
  <Figure text={percentChange(percent)} {...rest} className={css[tone(percent) ?? ""]} />
);

/** The headline amount: whole units large, cents small. */
export function HeadlineMoney({ amount, currency, ...rest }: MoneyProps) {
  const [whole, cents] = useAmountText().moneyPieces(amount, currency);
  return (
    <Figure text={`${whole}${cents}`} {...rest}>
      {whole}
      <small className={css.cents}>{cents}</small>
    </Figure>
  );
}
