import { Avatar } from "../../ui/Avatar";
import css from "./exchangeIcon.module.css";

interface ExchangeIconProps {
  name: string;
  /** The path of its mark on this server; null if it has none. */
  mark: string | null;
  size?: 28 | 40;
  /** Whether it stands beside the title of a page. */
  isLarge?: boolean;
}

/** The mark of an exchange, or its first letter. It is square, because an exchange is a place. */
export const ExchangeIcon = ({ name, mark, size = 28, isLarge }: ExchangeIconProps) => (
  <span className={css.icon} data-large={isLarge || undefined}>
    <Avatar name={name} colour="var(--accent)" mark={mark} size={size} isPlace />
  </span>
);
