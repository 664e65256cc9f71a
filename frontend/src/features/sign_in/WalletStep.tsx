import { useEffect, useRef } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import type { Refusal, WalletCalls } from "./types";
import { useWalletSignIn } from "./useWalletSignIn";
import { WalletChoice } from "./WalletChoice";
import { WalletIcon } from "./WalletIcon";
import { WalletWaiting } from "./WalletWaiting";
import css from "./wallet.module.css";
import { refusedWords, type WalletPurpose } from "./walletWords";

/** The minutes until a retry, in words; empty if no limit was reached. */
const waitOf = (seconds: number | undefined): string =>
  seconds === undefined ? "" : ` You can try again in ${Math.max(1, Math.ceil(seconds / 60))} min.`;

/** Why the server refused a signature, in words. */
function refusalWords({ kind, message, retryAfter }: Refusal, purpose: WalletPurpose): string {
  const isForeign = kind === "other_person" || (purpose === "confirm" && kind === "proof_required");
  return isForeign && purpose !== "sign_in" ? refusedWords[purpose] : message + waitOf(retryAfter);
}

interface WalletStepProps {
  calls: WalletCalls;
  /** What a signature is for. */
  purpose: WalletPurpose;
}

/** Signs in with a wallet of this browser: the choice of a wallet, then what the person does in it. */
export default function WalletStep({ calls, purpose }: WalletStepProps) {
  const { waiting, failed, cancel, start } = useWalletSignIn(calls);
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (failed) retry.current?.focus();
  }, [failed]);
  if (waiting) return <WalletWaiting {...waiting} purpose={purpose} onCancel={cancel} />;
  const isOther = failed?.refusal.kind === "other_person" && purpose === "sign_in";
  return (
    <div className={css.step}>
      {failed && !isOther ? (
        <div className={css.failed}>
          <WalletIcon wallet={failed.wallet} size={28} />
          <InlineFailure>{refusalWords(failed.refusal, purpose)}</InlineFailure>
          <Button ref={retry} small icon="refresh" onClick={() => start(failed.wallet)}>
            Try again
          </Button>
        </div>
      ) : null}
      {failed && isOther ? (
        <div className={css.confirm} role="alert">
          <p>Someone else is signed in in this browser. Their data is kept in their account.</p>
          <Button ref={retry} small onClick={() => start(failed.wallet, true)}>
            Sign in with {failed.wallet.name} anyway
          </Button>
          <p className={css.note}>Your wallet opens once more for another signature.</p>
        </div>
      ) : null}
      <WalletChoice autoFocus={!failed} onChoose={start} />
    </div>
  );
}
