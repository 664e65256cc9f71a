import { useState } from "react";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./basic.module.css";

interface PendingEmailProps {
  email: string;
  /** Whether the person has an email address that works until then. */
  hasEmail: boolean;
  onEnterCode: () => void;
  cancel: () => Promise<unknown>;
}

/** The line of an email address that waits for its code. */
export function PendingEmail({ email, hasEmail, onEnterCode, cancel }: PendingEmailProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    try {
      await cancel();
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.pending}>
      <Icon name="mail" />
      <p>
        <b>{email} is waiting for its code.</b>
        {hasEmail ? " Your current email stays until then." : ""}
      </p>
      <div>
        <Button tone="link" onClick={onEnterCode}>
          Enter code
        </Button>
        <Button tone="link" busy={busy} onClick={() => void press()}>
          Cancel
        </Button>
      </div>
      {failure ? <InlineFailure>{failure}</InlineFailure> : null}
    </div>
  );
}
