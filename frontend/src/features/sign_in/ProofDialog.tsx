import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { InlineFailure } from "../../ui/Note";
import { CodeStep } from "./CodeStep";
import { refusalOf } from "./queries";
import css from "./signIn.module.css";
import type { RequestedCode, SentCode, SignInCalls } from "./types";

interface SendStepProps {
  email: string;
  sendCode: (email: string) => Promise<SentCode>;
  onSent: (sent: SentCode) => void;
  /** Rendered beside the button. */
  others: ReactNode;
}

/** The step that sends a code to the email of the person. */
function SendStep({ email, sendCode, onSent, others }: SendStepProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const send = async () => {
    setBusy(true);
    setFailure("");
    try {
      onSent(await sendCode(email));
    } catch (thrown) {
      setFailure(refusalOf(thrown).message);
      setBusy(false);
    }
  };
  return (
    <div className={css.form}>
      <p className={css.lead}>
        You signed in more than 10 min ago. We send a code to <b>{email}</b> to confirm that it's you.
      </p>
      {failure ? <InlineFailure>{failure}</InlineFailure> : null}
      <div className={css.act}>
        <Button data-first tone="primary" busy={busy} onClick={() => (busy ? undefined : void send())}>
          Send verification
        </Button>
        {others}
      </div>
    </div>
  );
}

interface ProofDialogProps {
  /** The email of the person; null if they sign in with wallets only. */
  email: string | null;
  calls: SignInCalls;
  /** The step that confirms with a wallet. */
  wallet: ReactNode;
  onClose: () => void;
}

/** The dialog in which a person who is signed in proves again who they are: by a code, or by a wallet. */
export function ProofDialog({ email, calls, wallet, onClose }: ProofDialogProps) {
  const [requested, setRequested] = useState<RequestedCode | null>(null);
  const [usesWallet, setUsesWallet] = useState(email === null);
  const onSent = (sent: SentCode) => setRequested({ sent, sentAt: Date.now() });
  const instead = (
    <Button tone="link" onClick={() => setUsesWallet(true)}>
      Use a sign-in wallet
    </Button>
  );
  return (
    <Dialog title="Confirm that it's you" onClose={onClose}>
      <div className={css.last}>
        {usesWallet || email === null ? (
          wallet
        ) : requested ? (
          <CodeStep
            email={email}
            purpose="Enter it to continue."
            {...requested}
            resend={() => calls.sendCode(email)}
            onSent={onSent}
            verify={calls.verify}
          />
        ) : (
          <SendStep email={email} sendCode={calls.sendCode} onSent={onSent} others={instead} />
        )}
      </div>
    </Dialog>
  );
}
