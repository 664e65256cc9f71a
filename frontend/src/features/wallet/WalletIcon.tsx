import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import type { UserWallet } from "./types";
import css from "./walletIcon.module.css";

interface WalletIconProps {
  kind: UserWallet["wallet"];
  /** Whether it stands beside the title of a page. */
  isLarge?: boolean;
}

/** The image of a wallet's app, or a purse. It is square, because a wallet is a place. */
export const WalletIcon = ({ kind, isLarge }: WalletIconProps) =>
  kind?.mark ? (
    <span className={css.app} data-large={isLarge || undefined}>
      <Avatar name={kind.name} colour="var(--c8)" mark={kind.mark} isPlace />
    </span>
  ) : (
    <span className={css.purse} data-large={isLarge || undefined} aria-hidden="true">
      <Icon name="wallet" size={isLarge ? 28 : 16} />
    </span>
  );
