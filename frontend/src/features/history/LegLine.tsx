import { useAmountText } from "../../format/amounts";
import { Avatar } from "../../ui/Avatar";
import { legText, rowQuantity, type ShownLeg, SIGNS } from "./legs";
import css from "./legs.module.css";

interface LegAmountProps extends ShownLeg {
  className?: string | undefined;
  /** Whether a long quantity is shown in full. */
  isFull?: boolean;
}

/** `+1.2024 ETH`, in the color of its sign. */
export function LegAmount({ leg, sign, className, isFull = false }: LegAmountProps) {
  const { quantity, unit, title } = legText(leg, useAmountText());
  return (
    <span className={`${css.amount} ${className ?? ""}`} data-sign={sign} title={title}>
      {SIGNS[sign]}
      {isFull ? quantity : rowQuantity(quantity)}
      {quantity === "" ? "" : " "}
      <bdi>{unit}</bdi>
    </span>
  );
}

interface LegMarkProps extends Pick<ShownLeg, "leg"> {
  size: 18 | 28;
  /** The image of the network. */
  network?: string | null | undefined;
}

export const LegMark = ({ leg, size, network }: LegMarkProps) => (
  <Avatar name={leg.symbol} colour="var(--c8)" mark={leg.mark} size={size} {...(network ? { network } : {})} />
);

interface LegLineProps extends ShownLeg {
  /** The number of legs that are not shown. */
  more?: number;
}

/** A leg in a row: mark and amount. */
export const LegLine = ({ leg, sign, more = 0 }: LegLineProps) => (
  <span className={css.line}>
    <LegMark leg={leg} size={18} />
    <LegAmount leg={leg} sign={sign} />
    {more > 0 ? <small>+{more} more</small> : null}
  </span>
);
