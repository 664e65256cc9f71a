import { useState } from "react";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./basic.module.css";

interface MailingListProps {
  email: string;
  leave: () => Promise<unknown>;
}

/** The line of the email address on the mailing list. */
export function MailingList({ email, leave }: MailingListProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const press = async () => {
    if (busy) return;
    setBusy(true);
    setFailure("");
    try {
      await leave();
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : "Something Went Wrong");
      setBusy(false);
    }
  };
  return (
    <div className={css.pending}>
      <Icon name="mail" />
      <p>
        <b>{email} is on our mailing list.</b>
      </p>
      <div>
        <Button tone="link" busy={busy} onClick={() => void press()}>
          Leave the list
        </Button>
      </div>
      {failure ? <InlineFailure>{failure}</InlineFailure> : null}
    </div>
  );
}
