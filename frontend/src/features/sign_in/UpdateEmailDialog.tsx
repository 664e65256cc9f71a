import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { CodeStep } from "./CodeStep";
import { CHANGE_CODE } from "./mutations";
import css from "./signIn.module.css";
import type { SentCode, SignInCalls } from "./types";

interface UpdateEmailDialogProps {
  /** The email address that waits for its code. */
  email: string;
  /** When the code was sent, in milliseconds since 1970; null if that is not known. */
  sentAt: number | null;
  calls: SignInCalls;
  onClose: () => void;
}

/** A code that was sent at an unknown time. */
const SENT_BEFORE: SentCode = { isNewUser: null, resendAfter: 0, expiresIn: null };

/** The dialog in which the code of a new email address is entered. */
export function UpdateEmailDialog({ email, sentAt, calls, onClose }: UpdateEmailDialogProps) {
  const [last, setLast] = useState({ sent: sentAt === null ? SENT_BEFORE : CHANGE_CODE, sentAt: sentAt ?? 0 });
  return (
    <Dialog title="Update your email" onClose={onClose}>
      <div className={css.last}>
        <CodeStep
          email={email}
          purpose="Enter it to use this email from now on."
          action="Save"
          {...last}
          resend={() => calls.sendCode(email)}
          onSent={(next) => setLast({ sent: next, sentAt: Date.now() })}
          verify={calls.verify}
        />
      </div>
    </Dialog>
  );
}
