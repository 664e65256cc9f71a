import { type ReactNode, useState } from "react";
import { Button } from "../../ui/Button";
import { InlineFailure } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { refusalOf } from "./queries";
import type { EmailLink, LinkChoice } from "./types";
import css from "./verifyEmail.module.css";

/** The content of the page: a heading, the reason and the next steps. */
const Panel = ({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) => (
  <section className={css.panel}>
    <h1>{title}</h1>
    {children}
    {actions ? <div className={css.act}>{actions}</div> : null}
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
  /** What the link is for; undefined while that is being read. */
  link: EmailLink | undefined;
  /** Why it could not be read. */
  problem: Error | null;
  person: Person;
  /** What the registered person of this browser is called. */
  account: string | null;
  verify: (choice: LinkChoice) => Promise<unknown>;
  onRetry: () => void;
  /** Opens the sign-in dialog, which sends a new email. */
  onSignIn: () => void;
}

type Refused = ReturnType<typeof refusalOf>;

/** The account of the link, and the one that this browser has. */
const Accounts = ({ link, person, account }: { link: EmailLink; person: Person; account: string | null }) => (
  <dl className={css.accounts}>
    <dt>The link opens</dt>
    <dd>
      <strong>{link.email}</strong>
      <span>{link.isNewUser ? "A new account" : "An existing account"}</span>
    </dd>
    <dt>This browser has</dt>
    <dd>
      <strong>{person === "registered" ? (account ?? "Another account") : "A portfolio without an account"}</strong>
      <span>
        {person === "registered"
          ? "It is kept, and you can sign in to it again."
          : "It stays separate and comes back when you sign out, unless you add it."}
      </span>
    </dd>
  </dl>
);

interface DeadLinkProps {
  person: Person;
  /** Why the link does not work; undefined for one that is incomplete. */
  refusal: Refused | undefined;
  onSignIn: () => void;
}

/** What to do with a link that cannot be used. */
function DeadLink({ person, refusal, onSignIn }: DeadLinkProps) {
  const again = (
    <Button tone="primary" onClick={onSignIn}>
      Send a new email
    </Button>
  );
  if (!refusal)
    return (
      <Panel title="This link is incomplete" actions={again}>
        <p>Copy the whole link from the email, or request a new email.</p>
      </Panel>
    );
  return (
    <Panel title="This link doesn't work" actions={again}>
      <p>{refusal.message}</p>
      <p>A link works once, for 24 hours. {AFTER[person]}</p>
    </Panel>
  );
}

/** The link of a changed email works only where its account is signed in. */
const OtherBrowser = ({ onSignIn }: { onSignIn: () => void }) => (
  <Panel
    title="Confirm this email where you are signed in"
    actions={
      <Button tone="primary" onClick={onSignIn}>
        Sign in
      </Button>
    }
  >
    <p>
      This email was added to an account that is not signed in here. Open the link in the browser where it is, or enter
      the code from the email there: Profile, Enter code.
    </p>
    <p>You can also sign in here with the account's present email or wallet, and open the link again.</p>
  </Panel>
);

/** The panel until it is known what the link is for. */
const Reading = ({ refusal, onRetry }: { refusal: Refused | null; onRetry: () => void }) =>
  refusal ? (
    <Panel
      title="Confirm your email"
      actions={
        <Button tone="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <InlineFailure>{refusal.message}</InlineFailure>
    </Panel>
  ) : (
    <Panel title="Confirm your email">
      <p role="status">Reading the link …</p>
      <Skeleton width="70%" height={18} />
    </Panel>
  );

interface ConfirmProps {
  link: EmailLink;
  person: Person;
  account: string | null;
  /** Why the link was refused at the last press; null before the first one. */
  failure: Refused | null;
  /** What was decided at the press that is in progress; null if none is. */
  busy: LinkChoice | null;
  onConfirm: (choice: LinkChoice) => void;
}

/** The link of this browser, or of one without a session: nothing has to be decided. */
function ConfirmOwn({ link, person, failure, busy, onConfirm }: ConfirmProps) {
  const switches = failure?.kind === "other_person";
  const label = switches ? "Sign in anyway" : failure ? "Try again" : "Sign in";
  return (
    <Panel
      title="Confirm your email"
      actions={
        <Button
          tone="primary"
          busy={busy !== null}
          onClick={() => onConfirm({ switchUser: switches, addSession: false })}
        >
          {label}
        </Button>
      }
    >
      <p>
        This link was sent to <strong className={css.email}>{link.email}</strong>
      </p>
      {switches ? (
        <p role="alert">
          Someone else is signed in in this browser. Their data is kept in their account, and they can sign in again.
        </p>
      ) : (
        <p>
          {link.isChange ? "Confirm it as the email of your account." : "Sign in to finish."} {BEFORE[person]}
        </p>
      )}
      {failure && !switches ? <InlineFailure>{failure.message}</InlineFailure> : null}
    </Panel>
  );
}

/** A link that was requested elsewhere: the person decides what happens to what this browser has. */
function ConfirmForeign({ link, person, account, failure, busy, onConfirm }: ConfirmProps) {
  const isRegistered = person === "registered";
  return (
    <Panel
      title="Is this your email?"
      actions={
        <>
          <Button
            tone="primary"
            busy={busy?.addSession === false}
            onClick={() => onConfirm({ switchUser: isRegistered, addSession: false })}
          >
            Sign in to that account
          </Button>
          {isRegistered ? null : (
            <Button busy={busy?.addSession === true} onClick={() => onConfirm({ switchUser: false, addSession: true })}>
              Sign in and add this portfolio
            </Button>
          )}
        </>
      }
    >
      <p>This link was requested in another browser, or by someone else. Continue only if the address is yours.</p>
      <Accounts link={link} person={person} account={account} />
      {failure ? <InlineFailure>{failure.message}</InlineFailure> : null}
    </Panel>
  );
}

/**
 * The page that the link of an email opens. It shows the address first, because anyone can send a link, and verifies only after a
 * click, because mail programs open links to check them, and a link works once.
 */
export function VerifyEmail({ token, link, problem, person, account, verify, onRetry, onSignIn }: VerifyEmailProps) {
  const [busy, setBusy] = useState<LinkChoice | null>(null);
  const [failure, setFailure] = useState<Refused | null>(null);
  const confirm = async (choice: LinkChoice) => {
    if (busy) return;
    setBusy(choice);
    setFailure(null);
    try {
      await verify(choice);
    } catch (thrown) {
      setFailure(refusalOf(thrown));
      setBusy(null);
    }
  };
  const refusal = failure ?? (problem ? refusalOf(problem) : null);
  if (token === "") return <DeadLink person={person} refusal={undefined} onSignIn={onSignIn} />;
  if (refusal?.kind === "invalid_code") return <DeadLink person={person} refusal={refusal} onSignIn={onSignIn} />;
  const isForeign = link?.requestedHere === false;
  if (refusal?.kind === "other_browser" || (isForeign && link?.isChange)) return <OtherBrowser onSignIn={onSignIn} />;
  if (!link) return <Reading refusal={refusal} onRetry={onRetry} />;
  const Confirm = isForeign && person !== "none" ? ConfirmForeign : ConfirmOwn;
  const onConfirm = (choice: LinkChoice) => void confirm(choice);
  return <Confirm {...{ link, person, account, failure, busy, onConfirm }} />;
}
