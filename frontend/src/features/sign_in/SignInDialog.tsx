import { type ReactNode, useState } from "react";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { CodeStep } from "./CodeStep";
import { EmailStep } from "./EmailStep";
import { PrivacyNote } from "./PrivacyNote";
import css from "./signIn.module.css";
import type { RequestedCode, SentCode, SignInCalls } from "./types";
import { type SignInVariant, variants } from "./variants";

/** The code that was requested, and for whom. */
interface Requested extends RequestedCode {
  email: string;
}

interface SignInDialogProps {
  variant: SignInVariant;
  calls: SignInCalls;
  /** Whether the server uses its own nodes only. */
  ownNodesOnly: boolean;
  /** Whether the person may skip the dialog. */
  canSkip?: boolean;
  /** The step that signs in with a wallet, which the person can choose in place of the email. */
  wallet?: ReactNode;
  onClose: () => void;
}

/** The choice of a wallet in place of the email. */
const Instead = ({ onWallet }: { onWallet: () => void }) => (
  <div className={css.instead}>
    <p>or</p>
    <Button icon="wallet" onClick={onWallet}>
      Continue with a wallet
    </Button>
  </div>
);

/** The sign-in dialog: the email address, then the code that was sent to it; or a wallet. */
export function SignInDialog({ variant, calls, ownNodesOnly, canSkip, wallet, onClose }: SignInDialogProps) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const [usesWallet, setUsesWallet] = useState(false);
  const onSent = (email: string, sent: SentCode) => setRequested({ email, sent, sentAt: Date.now() });
  const { title, subtitle } = variants[variant];
  const skip = canSkip ? (
    <Button tone="link" className={css.skip} onClick={onClose}>
      Skip for now
    </Button>
  ) : null;
  // Each step keeps its own text, so going back clears the email and the code.
  const onBack = () => {
    setRequested(null);
    setUsesWallet(false);
  };
  const back =
    requested || usesWallet ? <IconButton icon="left" label="Back" className={css.back} onClick={onBack} /> : undefined;
  return (
    <Dialog title={title} subtitle={subtitle} lead={back} onClose={onClose}>
      {requested ? (
        <CodeStep
          {...requested}
          resend={() => calls.sendCode(requested.email)}
          onSent={(sent) => onSent(requested.email, sent)}
          verify={calls.verify}
          others={skip}
        />
      ) : usesWallet ? (
        wallet
      ) : (
        <>
          <EmailStep sendCode={calls.sendCode} onSent={onSent} others={skip} />
          {wallet ? <Instead onWallet={() => setUsesWallet(true)} /> : null}
        </>
      )}
      <PrivacyNote ownNodesOnly={ownNodesOnly} />
    </Dialog>
  );
}
