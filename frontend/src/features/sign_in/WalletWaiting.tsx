import { useEffect, useRef } from "react";
import type { BrowserWallet } from "../../connect/wallets";
import { shortAddress } from "../../format/text";
import { Button, Spinner } from "../../ui/Button";
import type { Progress } from "./signMessage";
import { WalletIcon } from "./WalletIcon";
import css from "./wallet.module.css";
import { purposeWords, type WalletPurpose } from "./walletWords";

function words(name: string, progress: Progress, purpose: WalletPurpose): { title: string; text: string } {
  if (progress.step === "connecting")
    return { title: `Open ${name}`, text: `Choose an account and connect it. If ${name} is locked, unlock it first.` };
  if (progress.step === "signing")
    return {
      title: `Sign the message in ${name}`,
      text: purposeWords[purpose](shortAddress(progress.address)),
    };
  if (progress.step === "checking") return { title: "Checking the signature…", text: "This takes a few seconds." };
  return { title: "Getting the message…", text: "Your wallet opens again to sign it." };
}

interface WalletWaitingProps {
  wallet: BrowserWallet;
  progress: Progress;
  purpose: WalletPurpose;
  onCancel: () => void;
}

/** What is waited for, with the message that is being signed. */
export function WalletWaiting({ wallet, progress, purpose, onCancel }: WalletWaitingProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  const { title, text } = words(wallet.name, progress, purpose);
  return (
    <div className={css.waiting}>
      <WalletIcon wallet={wallet} size={44} />
      <div role="status">
        <p className={css.title}>
          <Spinner />
          {title}
        </p>
        <p>{text}</p>
      </div>
      {progress.step === "signing" ? (
        <details className={css.message}>
          <summary>What you sign</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard needs to reach it */}
          <pre tabIndex={0}>{progress.message}</pre>
        </details>
      ) : null}
      <Button ref={cancel} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
