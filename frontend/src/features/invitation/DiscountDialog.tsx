import { useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { EmailForm } from "../../ui/EmailForm";
import { Icon } from "../../ui/Icon";
import css from "./invitation.module.css";
import { setAnswered } from "./prompts";

const THANKS_MS = 2_000;

function Thanks({ onDone }: { onDone: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onDone, THANKS_MS);
    return () => clearTimeout(timer);
  }, [onDone]);
  return (
    <p className={css.thanks} role="status">
      <Icon name="check" />
      Thank you. We'll write when there is a discount.
    </p>
  );
}

interface DiscountDialogProps {
  subscribe: (email: string) => Promise<unknown>;
  onClose: () => void;
}

/** The discount popup. Only an email is remembered as an answer; closing it hides it until the next visit. */
export function DiscountDialog({ subscribe, onClose }: DiscountDialogProps) {
  const [isDone, setIsDone] = useState(false);
  const [close] = useState(() => onClose);
  const send = async (email: string) => {
    await subscribe(email);
    setAnswered("discount");
    setIsDone(true);
  };
  return (
    <Dialog title="Get exclusive discounts" onClose={onClose}>
      <div className={css.body}>
        {isDone ? (
          <Thanks onDone={close} />
        ) : (
          <>
            <EmailForm submit="Get discounts" invalid="Enter valid email" send={send} />
            <Button tone="link" onClick={onClose}>
              No thanks, just let me enter
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
