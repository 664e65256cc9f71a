import { PercentChange } from "../../ui/Money";
import type { ShownChange } from "./walletChange";
import css from "./walletTable.module.css";

interface ChangeCellProps {
  change: ShownChange;
  /** The id under which the server explains it. */
  figure?: string | undefined;
  label: string;
}

/** The change in 24 hours in percent. Where it is not known, a dash that screen readers hear as words. */
export const ChangeCell = ({ change: { percent, note }, figure, label }: ChangeCellProps) => (
  <td className={css.change}>
    {percent === null ? (
      <span className={css.unknown} title={note}>
        <span aria-hidden="true">–</span>
        <span className="vh">Not known</span>
      </span>
    ) : (
      <span title={note || undefined}>
        <PercentChange percent={percent} figure={figure} label={label} />
      </span>
    )}
  </td>
);
