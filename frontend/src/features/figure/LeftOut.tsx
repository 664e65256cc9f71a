import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { useShowMore } from "../../ui/useShowMore";
import css from "./explain.module.css";
import tree from "./explainTree.module.css";
import { groupsOf, type LeftOutEntry, type LeftOutGroup } from "./leftOut";
import { leftOutAmount } from "./nodes";

const SHOWN = 5;

/** Renders the action for an entry. */
export type LeftOutAction = (entry: LeftOutEntry) => ReactNode;

interface GroupProps {
  group: LeftOutGroup;
  action: LeftOutAction | undefined;
}

function Group({ group: { title, text, isSpam, entries }, action }: GroupProps) {
  const amounts = useAmountText();
  const [shown, more] = useShowMore(entries, SHOWN);
  return (
    <li className={tree.leftGroup}>
      <p className={tree.leftReason}>
        <b>{title}</b>
        <span>{text}</span>
      </p>
      <ul className={tree.tree} data-spam={isSpam || undefined}>
        {shown.map((entry) => (
          <li key={`${entry.label} ${entry.place} ${entry.amount}`} className={tree.out}>
            <span>
              {entry.label}
              {entry.place ? <small>{entry.place}</small> : null}
              {action?.(entry)}
            </span>
            <span>{isSpam ? "" : leftOutAmount(entry.amount, entry.unit, amounts)}</span>
          </li>
        ))}
      </ul>
      {more ? <div className={tree.more}>{more}</div> : null}
    </li>
  );
}

/** What the figure leaves out, grouped by reason. */
export function LeftOut({ left, action }: { left: readonly LeftOutEntry[]; action?: LeftOutAction | undefined }) {
  if (left.length === 0) return null;
  return (
    <section className={css.left}>
      <div className={css.head}>
        <h3>Left out of this figure</h3>
        <b>{left.length}</b>
      </div>
      <ul>
        {groupsOf(left).map((group) => (
          <Group key={`${group.title} ${group.text}`} group={group} action={action} />
        ))}
      </ul>
    </section>
  );
}
