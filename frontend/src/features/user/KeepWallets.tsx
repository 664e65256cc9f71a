import { useState } from "react";
import { Button } from "../../ui/Button";
import { EmailForm } from "../../ui/EmailForm";
import { Icon } from "../../ui/Icon";
import { useCopy } from "../../ui/useCopy";
import css from "./leave.module.css";

interface KeepWalletsProps {
  /** Sends the verification link to an email address. */
  sendLink: (email: string) => Promise<unknown>;
  /** The public pages of the wallets, one per line; empty if there is none. */
  links: readonly string[];
}

/** What an anonymous person can take along before leaving: an account by email, or the links of the public addresses. */
export function KeepWallets({ sendLink, links }: KeepWalletsProps) {
  const [isSent, setIsSent] = useState(false);
  const copy = useCopy();
  const send = async (email: string) => {
    await sendLink(email);
    setIsSent(true);
  };
  return (
    <section className={css.keep} aria-label="Keep your wallets">
      {isSent ? (
        <div className={css.sent} role="status">
          <Icon name="mail" />
          <p>
            <b>Please check your mailbox for the verification link</b>
            <br />
            Open it in this browser before you leave. It moves these wallets to your account.
          </p>
        </div>
      ) : (
        <EmailForm submit="Keep my wallets" invalid="Please enter valid email id" send={send} />
      )}
      {links.length > 0 ? (
        <Button tone="link" icon="link" onClick={() => copy(links.join("\n"), "Link copied")}>
          {links.length === 1 ? "Copy the link of your wallet" : "Copy the links of your wallets"}
        </Button>
      ) : null}
    </section>
  );
}
