import { Button } from "../../ui/Button";
import css from "./refusedSession.module.css";

/** Says that the session of a registered person has ended, and offers to sign in again. */
export const EndedSessionNotice = ({ onSignIn }: { onSignIn: () => void }) => (
  <div className={css.aside} role="status">
    <span>Please sign in again. Your session has ended, and your wallets are in your account.</span>
    <Button small onClick={onSignIn}>
      Sign in
    </Button>
  </div>
);
