import { useEffect, useId, useRef } from "react";
import type { BrowserWallet } from "../../connect/wallets";
import { Button, Spinner } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { useBrowserWallets } from "./useBrowserWallets";
import { WalletIcon } from "./WalletIcon";
import css from "./wallet.module.css";

function NoWallet({ onSearch }: { onSearch: () => void }) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  return (
    <div className={css.none} role="status">
      <p>
        <b>Please install a browser wallet extension</b>
      </p>
      <p>No wallet was found in this browser. On a phone, open this page in the browser of your wallet app.</p>
      <Button ref={again} small icon="refresh" onClick={onSearch}>
        Search again
      </Button>
    </div>
  );
}

interface WalletChoiceProps {
  /** Whether the first wallet gets the focus when it is found. */
  autoFocus: boolean;
  onChoose: (wallet: BrowserWallet) => void;
}

/** The wallets of this browser. */
export function WalletChoice({ autoFocus, onChoose }: WalletChoiceProps) {
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const { wallets, isSearching, search } = useBrowserWallets();
  const isFound = wallets.length > 0;
  useEffect(() => {
    if (isFound && autoFocus) first.current?.focus();
  }, [isFound, autoFocus]);
  return (
    <div className={css.choice}>
      {isSearching ? (
        <p className={css.searching} role="status">
          <Spinner />
          Searching for wallets…
        </p>
      ) : null}
      {isFound ? (
        <>
          <h3 id={id}>Choose a wallet</h3>
          <ul aria-labelledby={id}>
            {wallets.map((wallet, i) => (
              <li key={wallet.id}>
                <button type="button" ref={i === 0 ? first : undefined} onClick={() => onChoose(wallet)}>
                  <WalletIcon wallet={wallet} size={28} />
                  <span>{wallet.name}</span>
                  <Icon name="right" size={16} />
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {isFound || isSearching ? null : <NoWallet onSearch={search} />}
      <p className={css.note}>WalletConnect isn't offered, because it needs a third party.</p>
    </div>
  );
}
