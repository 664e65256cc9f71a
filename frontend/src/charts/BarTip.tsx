import { Dot } from "../ui/Avatar";
import css from "./barTip.module.css";

/** One line of the tooltip. */
export interface BarTipLine {
  id: string;
  label: string;
  colour: string;
  text: string;
}

interface BarTipProps {
  name: string;
  total: string;
  /** From the top of the stack. */
  lines: readonly BarTipLine[];
}

/** The figures of one bar beside it. */
export const BarTip = ({ name, total, lines }: BarTipProps) => (
  <>
    <p className={css.head}>
      <span>{name}</span>
      <b>{total}</b>
    </p>
    <dl className={css.list}>
      {lines.map(({ id, label, colour, text }) => (
        <div key={id}>
          <dt>
            <Dot colour={colour} />
            <bdi>{label}</bdi>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </>
);
