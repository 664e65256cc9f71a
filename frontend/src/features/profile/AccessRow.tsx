import type { ReactNode } from "react";
import { Icon, type IconName } from "../../ui/Icon";
import css from "./rows.module.css";

interface AccessRowProps {
  icon: IconName;
  title: string;
  /** Rendered after the title. */
  tags?: ReactNode;
  note: ReactNode;
  action: ReactNode;
}

/** A row of a card: what it is, what is known about it, and its one action. */
export const AccessRow = ({ icon, title, tags, note, action }: AccessRowProps) => (
  <li className={css.row}>
    <span className={css.tile}>
      <Icon name={icon} />
    </span>
    <div className={css.text}>
      <p className={css.title}>
        <b>{title}</b>
        {tags}
      </p>
      <p className={css.note}>{note}</p>
    </div>
    {action}
  </li>
);
