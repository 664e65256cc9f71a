import { useState } from "react";
import type { BrowserWallet } from "../../connect/wallets";
import { avatarLetters } from "../../format/text";
import css from "./wallet.module.css";

/** The picture that a wallet announces, or its letter. */
export function WalletIcon({ wallet: { name, icon }, size }: { wallet: BrowserWallet; size: 28 | 44 }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className={css.icon} data-size={size} aria-hidden="true">
      {icon && !isBroken ? <img src={icon} alt="" onError={() => setIsBroken(true)} /> : avatarLetters(name)}
    </span>
  );
}
