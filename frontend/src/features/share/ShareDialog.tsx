import { useId, useState } from "react";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Icon, type IconName } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import { useToast } from "../../ui/toasts";
import { useCopy } from "../../ui/useCopy";
import { useRotateLink } from "./mutations";
import css from "./share.module.css";

const seen = [
  "Your total, what's missing from it, and the 24h change",
  "Assets, quantities and prices, with the sources behind every figure",
  "Your addresses and their public names",
  "The transaction history of these addresses",
] as const;

const unseen = [
  "Who you are or who else views",
  "Nicknames, wallet apps and when you added a wallet",
  "Your notes, costs, marks and labels",
  "xpub wallets and what they hold",
  "Your custom prices (market prices are used)",
  "Which assets you hid (they are shown and counted)",
] as const;

const List = ({ title, icon, lines }: { title: string; icon: IconName; lines: readonly string[] }) => (
  <div>
    <h3>
      <Icon name={icon} size={16} />
      {title}
    </h3>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </div>
);

/** What a link shows and what it hides. */
const Shown = () => (
  <div className={css.shown}>
    <List title="Visitors see" icon="eye" lines={seen} />
    <List title="Visitors do not see" icon="hide" lines={unseen} />
    <p>Their total may differ from yours.</p>
  </div>
);

/** The link to a portfolio; the slashes of the page that it opens stay readable. */
const addressOf = (id: string, redirect: string | undefined): string =>
  `${location.origin}/home/${id}${redirect ? `?redirect=${redirect}` : ""}`;

/** A link with a copy button. */
function Copyable({ label, url, tone }: { label: string; url: string; tone?: "primary" }) {
  const copy = useCopy();
  const control = useId();
  return (
    <div className={css.link}>
      <label htmlFor={control}>{label}</label>
      <input id={control} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
      <Button
        icon="copy"
        title="Click to copy link"
        {...(tone ? { tone } : {})}
        onClick={() => copy(url, "Share link has been copied")}
      >
        Copy
      </Button>
    </div>
  );
}

interface Question {
  text: string;
  yes: string;
  no: string;
  enabled: boolean | undefined;
  done: string;
}

const questions: Record<"renew" | "stop", Question> = {
  renew: {
    text: "The link stops working immediately, even for people viewing now. You get a new link to send.",
    yes: "Renew the link",
    no: "Keep the link",
    enabled: undefined,
    done: "Link renewed. The old one no longer works",
  },
  stop: {
    text: "The link stops working immediately and for good, even for people viewing now. Sharing again creates a new link.",
    yes: "Stop sharing",
    no: "Keep sharing",
    enabled: false,
    done: "Sharing is off",
  },
};

/** The confirmation before the link is replaced or turned off. */
function Confirmation({ question, onDone }: { question: Question; onDone: () => void }) {
  const { mutate, isPending, error } = useRotateLink();
  const toast = useToast();
  const { text, yes, no, enabled, done } = question;
  const onSuccess = () => {
    onDone();
    toast({ text: done });
  };
  return (
    <div className={css.confirmation}>
      <p>{text}</p>
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
      <div className={css.act}>
        <Button small tone="primary" busy={isPending} onClick={() => mutate(enabled, { onSuccess })}>
          {yes}
        </Button>
        <Button small onClick={onDone}>
          {no}
        </Button>
      </div>
    </div>
  );
}

/** The current link with its actions. */
function Shared({ url }: { url: string }) {
  const [chosen, setChosen] = useState<keyof typeof questions | null>(null);
  return (
    <>
      <Copyable label="Your link" url={url} tone="primary" />
      {chosen ? (
        <Confirmation question={questions[chosen]} onDone={() => setChosen(null)} />
      ) : (
        <div className={css.act}>
          <a className={css.view} href={url} target="_blank" rel="noreferrer noopener">
            <Icon name="eye" size={15} />
            View as visitor
          </a>
          <Button tone="link" small icon="refresh" onClick={() => setChosen("renew")}>
            Renew the link
          </Button>
          <Button tone="link" small icon="close" onClick={() => setChosen("stop")}>
            Stop sharing
          </Button>
        </div>
      )}
    </>
  );
}

/** The dialog content while nothing is shared. */
function Private() {
  const { mutate, isPending, error } = useRotateLink();
  return (
    <>
      {error ? <InlineFailure>{error.message}</InlineFailure> : null}
      <div className={css.act}>
        <Button tone="primary" icon="share" busy={isPending} onClick={() => mutate(true)}>
          Create a link
        </Button>
        <span>Nothing is shared until you do.</span>
      </div>
    </>
  );
}

interface ShareDialogProps {
  /** The slug of the user's link; null while nothing is shared. */
  link: string | null;
  /** The user's only address, which can be viewed without a share link. */
  address: string | null;
  /** The page that the links open, without leading slash; Home if it is not set. */
  redirect?: string | undefined;
  onClose: () => void;
}

/** The share dialog: the link, what it shows, and how to turn it off. */
export const ShareDialog = ({ link, address, redirect, onClose }: ShareDialogProps) => (
  <Dialog
    title="Share your portfolio"
    subtitle="Anyone with the link can view, without signing in. They can't change anything."
    onClose={onClose}
  >
    <div className={css.body}>
      {link === null ? <Private /> : <Shared url={addressOf(link, redirect)} />}
      <Shown />
      {address ? (
        <div className={css.address}>
          <Copyable label="Or share only the address" url={addressOf(address, redirect)} />
          <p>This page only shows public on-chain data of this address, nothing about you. It can't be turned off.</p>
        </div>
      ) : null}
    </div>
  </Dialog>
);
