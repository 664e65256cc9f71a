import { useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { EmailForm } from "../../ui/EmailForm";
import { CodeStep } from "./CodeStep";
import css from "./signIn.module.css";
import type { EnteredCode, SentCode } from "./types";

interface UpdateEmailDialogProps {
  /** The email address that waits for its code; empty if one has yet to be entered. */
  pending: string;
  /** Saves an email address, which sends its code. */
  save: (email: string) => Promise<SentCode>;
  verify: (entered: EnteredCode) => Promise<unknown>;
  onClose: () => void;
}

/** Nothing is known about a code that was sent before the dialog opened. */
const SENT_BEFORE: SentCode = { isNewUser: null, resendAfter: 0, expiresIn: 600 };

/** The dialog that changes the email address: the address, then the code that was sent to it. */
export function UpdateEmailDialog({ pending, save, verify, onClose }: UpdateEmailDialogProps) {
  const [email, setEmail] = useState(pending);
  const [sent, setSent] = useState({ code: SENT_BEFORE, at: 0 });
  const take = (code: SentCode) => setSent({ code, at: Date.now() });
  const start = async (entered: string) => {
    take(await save(entered));
    setEmail(entered);
  };
  return (
    <Dialog title="Update your email" onClose={onClose}>
      {email === "" ? (
        <div className={css.form}>
          <EmailForm submit="Save" invalid="Please enter valid email id" send={start} />
        </div>
      ) : (
        <div className={css.last}>
          <CodeStep
            email={email}
            purpose="Enter it to use this email from now on."
            sent={sent.code}
            sentAt={sent.at}
            resend={() => save(email)}
            onSent={take}
            verify={verify}
          />
        </div>
      )}
    </Dialog>
  );
}
