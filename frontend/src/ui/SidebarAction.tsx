import type { ComponentProps } from "react";
import { Icon, type IconName } from "./Icon";
import css from "./sidebarAction.module.css";

interface SidebarActionProps extends Omit<ComponentProps<"button">, "title"> {
  icon: IconName;
  title: string;
  /** The current state; empty until it is known. */
  note: string;
}

/** A button at the bottom of the sidebar; on phones it is in the footer. */
export const SidebarAction = ({ icon, title, note, ...rest }: SidebarActionProps) => (
  <button type="button" {...rest} className={css.action}>
    <b>
      <Icon name={icon} size={16} />
    </b>
    <span>
      {title}
      <small>{note}</small>
    </span>
  </button>
);
