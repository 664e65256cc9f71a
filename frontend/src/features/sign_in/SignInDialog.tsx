import { type ReactNode, useState } from "react";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { CodeStep } from "./CodeStep";
import { EmailStep } from "./EmailStep";
import { PrivacyNote } from "./PrivacyNote";
import css from "./signIn.module.css";
import type { SentCode, SignInCalls } from "./types";
import { type SignInVariant, variants } from "./variants";

/** The code that was requested, and for whom. */
interface Requested {
  email: string;
  sent: SentCode;
  sentAt: number;
}

interface SignInDialogProps {
  variant: SignInVariant;
  calls: SignInCalls;
  /** Whether the server uses its own nodes only. */
  ownNodesOnly: boolean;
  /** Whether the person may skip the dialog. */
  canSkip?: boolean;
  /** Other ways to sign in, below the email. */
  otherWays?: ReactNode;
  onClose: () => void;
}

/** The sign-in dialog: the email address, then the code that was sent to it. */
export function SignInDialog({ variant, calls, ownNodesOnly, canSkip, otherWays, onClose }: SignInDialogProps) {
  const [requested, setRequested] = useState<Requested | null>(null);
  const onSent = (email: string, sent: SentCode) => setRequested({ email, sent, sentAt: Date.now() });
  const { title, subtitle } = variants[variant];
  const skip = canSkip ? (
    <Button tone="link" className={css.skip} onClick={onClose}>
      Skip for now
    </Button>
  ) : null;
  // Each step keeps its own text, so going back clears the email and the code.
  const back = requested ? (
    <IconButton icon="left" label="Back" className={css.back} onClick={() => setRequested(null)} />
  ) : undefined;
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
      ) : (
        <>
          <EmailStep sendCode={calls.sendCode} onSent={onSent} others={skip} />
          {otherWays}
        </>
      )}
      <PrivacyNote ownNodesOnly={ownNodesOnly} />
    </Dialog>
  );
}
