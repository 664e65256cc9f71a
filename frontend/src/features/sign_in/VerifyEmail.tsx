import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { refusalOf } from "./queries";
import css from "./verifyEmail.module.css";

/** The content of the page: a heading, the reason and the next steps. */
const Panel = ({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) => (
  <section className={css.panel}>
    <h1>{title}</h1>
    {children}
    <div className={css.act}>{actions}</div>
  </section>
);

/** Who is signed in in this browser. */
type Person = "none" | "anonymous" | "registered";

/** What the wallets of this or another browser need, before the link is used. */
const BEFORE: Readonly<Record<Person, string>> = {
  none: "If you added wallets in another browser, open the link there to keep them.",
  anonymous: "Signing in adds the wallets of this browser to your account.",
  registered: "",
};

/** What is still needed if the link was used already. */
const AFTER: Readonly<Record<Person, string>> = {
  none: "If you have used it already, sign in with your email.",
  anonymous:
    "If you used it in another browser, your account does not have the wallets of this one yet. Request a new email, and sign in here to keep them.",
  registered: "If you have used it already, nothing else is needed.",
};

interface VerifyEmailProps {
  /** The token of the link; empty if the link has none. */
  token: string;
  person: Person;
  verify: (switchUser: boolean) => Promise<unknown>;
  /** Opens the sign-in dialog, which sends a new email. */
  onSignIn: () => void;
}

/**
 * The page that the link of an email opens. It verifies only after a click, because mail programs open links to check them,
 * and a link works once.
 */
export function VerifyEmail({ token, person, verify, onSignIn }: VerifyEmailProps) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalOf> | null>(null);
  const run = async (switchUser: boolean) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await verify(switchUser);
    } catch (thrown) {
      setRefusal(refusalOf(thrown));
      setBusy(false);
    }
  };
  const again = (
    <Button tone="primary" onClick={onSignIn}>
      Send a new email
    </Button>
  );
  if (token === "")
    return (
      <Panel title="This link is incomplete" actions={again}>
        <p>Copy the whole link from the email, or request a new email.</p>
      </Panel>
    );
  if (refusal?.kind === "invalid_code")
    return (
      <Panel title="This link doesn't work" actions={again}>
        <p>{refusal.message}</p>
        <p>A link works once, for 24 hours. {AFTER[person]}</p>
      </Panel>
    );
  if (refusal?.kind === "other_browser")
    return (
      <Panel
        title="Confirm this email where you are signed in"
        actions={
          <Button tone="primary" onClick={onSignIn}>
            Sign in
          </Button>
        }
      >
        <p>
          This email was added to an account that is not signed in here. Open the link in the browser where it is, or
          enter the code from the email there: Profile, Enter code.
        </p>
        <p>You can also sign in here with the account's present email or wallet, and open the link again.</p>
      </Panel>
    );
  const isOther = refusal?.kind === "other_person";
  return (
    <Panel
      title="Confirm your email"
      actions={
        <Button tone="primary" busy={busy} onClick={() => void run(isOther)}>
          {isOther ? "Sign in anyway" : refusal ? "Try again" : "Sign in"}
        </Button>
      }
    >
      {isOther ? (
        <p role="alert">
          Someone else is signed in in this browser. Their data is kept in their account, and they can sign in again.
        </p>
      ) : (
        <p>You opened this page from an email of Spyhop. Sign in to finish. {BEFORE[person]}</p>
      )}
      {refusal && !isOther ? <InlineFailure>{refusal.message}</InlineFailure> : null}
    </Panel>
  );
}
