import { Icon, type IconName } from "./Icon";
import css from "./sidebarAction.module.css";

interface SidebarActionProps {
  icon: IconName;
  title: string;
  /** How things stand before the step is taken; empty while that is not known. */
  note: string;
  disabled?: boolean;
  onClick: () => void;
}

/** A step at the foot of the side bar, which on phones stands at the foot of the page. */
export const SidebarAction = ({ icon, title, note, disabled, onClick }: SidebarActionProps) => (
  <button type="button" className={css.step} disabled={disabled} onClick={onClick}>
    <b>
      <Icon name={icon} size={16} />
    </b>
    <span>
      {title}
      <small>{note}</small>
    </span>
  </button>
);
