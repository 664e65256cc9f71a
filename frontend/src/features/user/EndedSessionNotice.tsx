import { date } from "../../format/time";
import { Button } from "../../ui/Button";
import css from "./refusedSession.module.css";

interface EndedSessionNoticeProps {
  /** When the account is erased, if the person requested that. */
  deletedOn: string | undefined;
  onSignIn: () => void;
}

/** Says that the session of a registered person has ended, and offers to sign in again. */
export const EndedSessionNotice = ({ deletedOn, onSignIn }: EndedSessionNoticeProps) => (
  <div className={css.aside} role="status">
    <span>
      {deletedOn
        ? `Your account is erased on ${date(deletedOn)}. Sign in before then to keep it.`
        : "Please sign in again. Your session has ended, and your wallets are in your account."}
    </span>
    <Button small onClick={onSignIn}>
      Sign in
    </Button>
  </div>
);
