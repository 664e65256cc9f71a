import { useState } from "react";
import { IconButton } from "../../ui/Button";
import { EmailForm } from "../../ui/EmailForm";
import { useToast } from "../../ui/toasts";
import css from "./invitation.module.css";
import { isAnswered, setAnswered } from "./prompts";

/** The card on phones, with the mailing list. It stays away once it was dismissed or answered. */
export function MobileNotice({ subscribe }: { subscribe: (email: string) => Promise<unknown> }) {
  const [isHidden, setIsHidden] = useState(() => isAnswered("mobile-notice"));
  const toast = useToast();
  if (isHidden) return null;
  const hide = () => {
    setAnswered("mobile-notice");
    setIsHidden(true);
  };
  const send = async (email: string) => {
    await subscribe(email);
    toast({ text: "Email added to our mailing list" });
    hide();
  };
  return (
    <aside className={css.notice} aria-label="Spyhop on phones">
      <div>
        <h2>Sorry! We are not built for mobile just yet.</h2>
        <IconButton icon="close" label="Hide this notice" size={16} onClick={hide} />
      </div>
      <p>Come back on your desktop, laptop or tablet for the best experience.</p>
      <p>Add your email so you can be the first to know when we've launched mobile</p>
      <EmailForm tone="quiet" submit="Get started" invalid="Enter valid email" send={send} />
    </aside>
  );
}
