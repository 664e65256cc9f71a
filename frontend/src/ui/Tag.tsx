import { Icon, type IconName } from "./Icon";
import css from "./tag.module.css";

interface TagProps {
  tone?: "warn" | "loss" | "plain";
  icon?: IconName;
  title?: string;
  children: string;
}

/** A word in a colored capsule, after a name or an amount. */
export const Tag = ({ tone, icon, title, children }: TagProps) => (
  <span className={css.tag} data-tone={tone} title={title}>
    {icon ? <Icon name={icon} size={12} /> : null}
    {children}
  </span>
);
