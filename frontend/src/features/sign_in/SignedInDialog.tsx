import { plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { InlineFailure } from "../../ui/Note";
import css from "./signedIn.module.css";

/** What is known about merging the data of the anonymous session, which signing in has done. */
export type Merge =
  | { state: "none" }
  | { state: "running" }
  | { state: "done"; wallets: number; frozen: number }
  | { state: "failed"; message: string };

function MergeLine({ merge, onRetry }: { merge: Merge; onRetry: () => void }) {
  if (merge.state === "none") return null;
  if (merge.state === "running") return <p aria-busy="true">Loading what was added to your account…</p>;
  if (merge.state === "failed")
    return (
      <div className={css.failed}>
        <InlineFailure>Couldn't load what was added to your account. {merge.message}</InlineFailure>
        <Button small icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  if (merge.wallets + merge.frozen === 0) return null;
  return (
    <p>
      {plural(merge.wallets, "wallet")} of this browser {merge.wallets === 1 ? "is" : "are"} in your account now.
      {merge.frozen > 0
        ? ` ${merge.frozen} of the account's wallets ${merge.frozen === 1 ? "is" : "are"} over the limit of your plan. ${merge.frozen === 1 ? "It is" : "They are"} kept and shown, but not refreshed.`
        : ""}
    </p>
  );
}

const NO_WALLETS =
  "Your account has no wallets yet. If you added some in another browser, sign in there with this account to add them.";

/** What the account holds. */
function stateOf(isNewUser: boolean, byWallet: boolean, wallets: number | undefined): string {
  if (wallets === 0) return NO_WALLETS;
  if (!isNewUser) return "Your wallets are here, as you left them.";
  return `Your account is ready. You can open your wallets on any device with ${byWallet ? "this wallet" : "your email"}.`;
}

interface SignedInDialogProps {
  /** Whether the account was created now. */
  isNewUser: boolean;
  /** Whether the account was to be deleted, and stays now. */
  isDeletionCanceled: boolean;
  /** Whether the person signed in with a wallet. */
  byWallet: boolean;
  /** How many wallets the account has; undefined until it is known. */
  wallets: number | undefined;
  /** The name of the account; empty until it is known. */
  account: string;
  merge: Merge;
  onRetry: () => void;
  /** Adds the wallet of the person, where it is not in the portfolio yet. */
  onAdd?: () => void;
  onDone: () => void;
}

/** The last step of signing in: who is signed in, and what was merged. */
export const SignedInDialog = ({
  isNewUser,
  isDeletionCanceled,
  byWallet,
  wallets,
  account,
  merge,
  onRetry,
  onAdd,
  onDone,
}: SignedInDialogProps) => (
  <Dialog title={isNewUser ? "You're signed in" : "Welcome back"} subtitle={account} onClose={onDone}>
    <div className={css.body}>
      <p className={css.state}>
        <Icon name="check" />
        {stateOf(isNewUser, byWallet, wallets)}
      </p>
      {isDeletionCanceled && (
        <p>Your account was to be deleted. It stays, because you signed in. Its API keys have ended.</p>
      )}
      <div role="status">
        <MergeLine merge={merge} onRetry={onRetry} />
      </div>
      <div className={css.actions}>
        <Button data-first tone="primary" onClick={onDone}>
          Continue
        </Button>
        {onAdd ? <Button onClick={onAdd}>Add this wallet to your portfolio</Button> : null}
      </div>
    </div>
  </Dialog>
);
