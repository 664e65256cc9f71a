import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import type { UserWallet } from "./types";
import css from "./walletIcon.module.css";

interface WalletIconProps {
  kind: UserWallet["wallet"];
  size?: 28 | 40;
}

/** The image of a wallet's app, or a purse. It is square, because a wallet is a place. */
export const WalletIcon = ({ kind, size = 28 }: WalletIconProps) =>
  kind?.mark ? (
    <span className={css.app}>
      <Avatar name={kind.name} colour="var(--c8)" mark={kind.mark} size={size} isPlace />
    </span>
  ) : (
    <span className={css.purse} data-large={size === 40 || undefined} aria-hidden="true">
      <Icon name="wallet" size={size === 40 ? 22 : 16} />
    </span>
  );
