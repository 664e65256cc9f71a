import { useFirst } from "../../ui/useFirst";
import css from "./explain.module.css";
import { groupsOf, type LeftOutEntry, type LeftOutGroup } from "./leftOut";
import { leftOutAmount } from "./nodes";

const SHOWN = 5;

function Group({ group: { title, text, isSpam, entries } }: { group: LeftOutGroup }) {
  const [shown, more] = useFirst(entries, SHOWN);
  return (
    <li className={css.leftGroup}>
      <p className={css.leftReason}>
        <b>{title}</b>
        <span>{text}</span>
      </p>
      <ul className={css.tree} data-spam={isSpam || undefined}>
        {shown.map(({ label, place, amount, unit }) => (
          <li key={`${label} ${place} ${amount}`} className={css.out}>
            <span>
              {label}
              {place ? <small>{place}</small> : null}
            </span>
            <span>{isSpam ? "" : leftOutAmount(amount, unit)}</span>
          </li>
        ))}
      </ul>
      {more ? <div className={css.more}>{more}</div> : null}
    </li>
  );
}

/** What is not in the figure and why, as text: grouped by the reason. */
export function LeftOut({ left }: { left: readonly LeftOutEntry[] }) {
  if (left.length === 0) return null;
  return (
    <section className={css.left}>
      <div className={css.head}>
        <h3>Left out of this figure</h3>
        <b>{left.length}</b>
      </div>
      <ul>
        {groupsOf(left).map((group) => (
          <Group key={`${group.title} ${group.text}`} group={group} />
        ))}
      </ul>
    </section>
  );
}
