import { useState } from "react";
import { EmailForm } from "../../ui/EmailForm";
import { useToast } from "../../ui/toasts";
import css from "./mobileNotice.module.css";
import { isAnswered, setAnswered } from "./prompts";

interface MobileNoticeProps {
  /** Adds an email address to the mailing list; null where there is no one to add or the list has one already. */
  subscribe: ((email: string) => Promise<unknown>) | null;
}

/** The line in the footer of phones. It offers the mailing list until that was answered in this browser. */
export function MobileNotice({ subscribe }: MobileNoticeProps) {
  const [isDone, setIsDone] = useState(() => isAnswered("mobile-notice"));
  const toast = useToast();
  const send = async (email: string) => {
    await subscribe?.(email);
    toast({ text: "Email added to our mailing list" });
    setAnswered("mobile-notice");
    setIsDone(true);
  };
  return (
    <div className={css.notice}>
      <p>
        Sorry! We are not built for mobile just yet. Come back on your desktop, laptop or tablet for the best
        experience.
      </p>
      {subscribe && !isDone ? (
        <details>
          <summary className="opens">Add your email so you can be the first to know when we've launched mobile</summary>
          <EmailForm tone="quiet" submit="Get started" invalid="Enter valid email" send={send} />
        </details>
      ) : null}
    </div>
  );
}
