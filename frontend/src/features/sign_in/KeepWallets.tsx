import { useState } from "react";
import { Button } from "../../ui/Button";
import { EmailForm } from "../../ui/EmailForm";
import { Icon } from "../../ui/Icon";
import { CodeStep } from "./CodeStep";
import css from "./keepWallets.module.css";
import type { RequestedCode, SignInCalls } from "./types";

/**
 * The sign-in of an anonymous person who is about to leave: an email address, then its code. The email has a link too, which
 * keeps the wallets only if it is opened in this browser.
 */
export function KeepWallets({ calls }: { calls: SignInCalls }) {
  const [email, setEmail] = useState("");
  const [requested, setRequested] = useState<RequestedCode | null>(null);
  const send = async (to: string) => {
    const sent = await calls.sendCode(to);
    setEmail(to);
    setRequested({ sent, sentAt: Date.now() });
  };
  if (!requested)
    return <EmailForm submit="Keep my wallets" invalid="Please enter valid email id" initial={email} send={send} />;
  return (
    <div className={css.keep}>
      <div className={css.sent} role="status">
        <Icon name="mail" />
        <p>
          <b>Please check your mailbox for the verification link</b>
          <br />
          Open it in this browser before you leave, or enter the code of the same email here.
        </p>
      </div>
      <CodeStep
        email={email}
        purpose="Enter it to keep these wallets in your account."
        {...requested}
        resend={() => calls.sendCode(email)}
        onSent={(sent) => setRequested({ sent, sentAt: Date.now() })}
        verify={calls.verify}
        others={
          <Button tone="link" onClick={() => setRequested(null)}>
            Change email
          </Button>
        }
      />
    </div>
  );
}
