import type { ReactNode } from "react";
import { MASK, useAmountsHidden } from "../format/amounts";
import { change, money, moneyPieces, price, shortMoney, tone } from "../format/money";
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
function Figure({ figure, label, text, children, className }: FigureProps) {
  const explain = useExplain();
  if (!figure || !explain) return <span className={className}>{children ?? text}</span>;
  return (
    <button
      type="button"
      className={`${css.figure} ${className ?? ""}`}
      aria-label={`${label} ${text}. Explain this figure`}
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

/** A hidden amount, which still opens its explanation. */
const Masked = ({ figure, label, className }: Omit<MoneyProps, "amount" | "currency">) => (
  <Figure figure={figure} label={`${label}, hidden`} text={MASK} className={className} />
);

/** An amount of money, rounded for display. */
export function Money({ amount, currency, room, ...rest }: ShortMoneyProps) {
  const isHidden = useAmountsHidden();
  const text = money(amount, currency);
  if (isHidden) return <Masked {...rest} />;
  if (room === undefined || text.length <= room) return <Figure text={text} {...rest} />;
  return (
    <Figure text={text} {...rest}>
      <span title={text}>{shortMoney(amount, currency)}</span>
    </Figure>
  );
}

/** A price of one unit: small ones keep four significant digits. */
export function Price({ amount, currency, ...rest }: MoneyProps) {
  return <Figure text={price(amount, currency)} {...rest} />;
}

/** A signed change in the color of its sign. */
export function Change({ amount, currency, className, ...rest }: MoneyProps) {
  const isHidden = useAmountsHidden();
  const sign = tone(amount);
  if (isHidden) return <Masked {...rest} className={className} />;
  return <Figure text={change(amount, currency)} {...rest} className={`${sign ? css[sign] : ""} ${className ?? ""}`} />;
}

/** The headline amount: whole units large, cents small. */
export function HeadlineMoney({ amount, currency, ...rest }: MoneyProps) {
  const isHidden = useAmountsHidden();
  const [whole, cents] = moneyPieces(amount, currency);
  if (isHidden) return <Masked {...rest} />;
  return (
    <Figure text={`${whole}${cents}`} {...rest}>
      {whole}
      <small className={css.cents}>{cents}</small>
    </Figure>
  );
}

/** A quantity, unless amounts are hidden. */
export function Quantity({ text }: { text: string }) {
  return useAmountsHidden() ? MASK : text;
}
