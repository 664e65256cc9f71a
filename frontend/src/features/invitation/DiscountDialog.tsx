import { useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { EmailForm } from "../../ui/EmailForm";
import { keepDiscountEmail } from "./discountEmail";
import css from "./invitation.module.css";
import { setAnswered } from "./prompts";

const THANKS_MS = 2000;

/** The offer of discounts on Welcome. It is remembered after an email was entered; skipping it only hides it. */
export function DiscountDialog({ onClose }: { onClose: () => void }) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(onClose, THANKS_MS);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
  const keep = async (email: string) => {
    try {
      keepDiscountEmail(email);
    } catch {
      throw new Error("This browser stores nothing for this page, so the email cannot be kept.");
    }
    setAnswered("discount");
    setIsDone(true);
  };
  return (
    <Dialog title="Get exclusive discounts" onClose={onClose}>
      <div className={css.discount}>
        {isDone ? (
          <p role="status">Thank you! Your email joins our mailing list when you add your first wallet.</p>
        ) : (
          <>
            <p>
              Enter your email, and we will write to you when there is a discount. You can leave the list on your
              profile.
            </p>
            <EmailForm submit="Get started" invalid="Enter valid email" send={keep} />
            <Button tone="link" onClick={onClose}>
              No thanks, just let me enter
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
