import { Icon, type IconName } from "./Icon";
import css from "./sidebarAction.module.css";

interface SidebarActionProps {
  icon: IconName;
  title: string;
  /** The current state; empty until it is known. */
  note: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A button at the bottom of the sidebar; on phones it is in the footer. */
export const SidebarAction = ({ icon, title, note, disabled, onClick }: SidebarActionProps) => (
  <button type="button" className={css.action} disabled={disabled} onClick={onClick}>
    <b>
      <Icon name={icon} size={16} />
    </b>
    <span>
      {title}
      <small>{note}</small>
    </span>
  </button>
);
