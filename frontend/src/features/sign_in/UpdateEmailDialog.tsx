import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { CodeStep } from "./CodeStep";
import css from "./signIn.module.css";
import type { SentCode, SignInCalls } from "./types";

interface UpdateEmailDialogProps {
  /** The email address that waits for its code. */
  email: string;
  calls: SignInCalls;
  onClose: () => void;
}

/** Nothing is known about a code that was sent before the dialog opened. */
const SENT_BEFORE: SentCode = { isNewUser: null, resendAfter: 0, expiresIn: 600 };

/** The dialog in which the code of a new email address is entered. */
export function UpdateEmailDialog({ email, calls, onClose }: UpdateEmailDialogProps) {
  const [{ sent, sentAt }, setSent] = useState({ sent: SENT_BEFORE, sentAt: 0 });
  return (
    <Dialog title="Update your email" onClose={onClose}>
      <div className={css.last}>
        <CodeStep
          email={email}
          purpose="Enter it to use this email from now on."
          action="Save"
          sent={sent}
          sentAt={sentAt}
          resend={() => calls.sendCode(email)}
          onSent={(next) => setSent({ sent: next, sentAt: Date.now() })}
          verify={calls.verify}
        />
      </div>
    </Dialog>
  );
}
