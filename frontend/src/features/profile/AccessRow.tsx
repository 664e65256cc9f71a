import type { ReactElement, ReactNode } from "react";
import { Icon, type IconName } from "../../ui/Icon";
import css from "./rows.module.css";

interface AccessRowProps {
  icon: IconName | ReactElement;
  /** The image of the network, small at the lower right of the icon. */
  network?: string | null | undefined;
  title: string;
  /** Rendered after the title. */
  tags?: ReactNode;
  note: ReactNode;
  action: ReactNode;
}

/** A row of a card: what it is, what is known about it, and its one action. */
export const AccessRow = ({ icon, network, title, tags, note, action }: AccessRowProps) => (
  <li className={css.row}>
    <span className={css.tile}>
      {typeof icon === "string" ? <Icon name={icon} /> : icon}
      {network ? <img className={css.network} src={network} alt="" /> : null}
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
