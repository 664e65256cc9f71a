import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import css from "./profile.module.css";

/** The card of an anonymous person, in place of sessions, keys and sign-in wallets. */
export const SignInCard = ({ onSignIn }: { onSignIn: () => void }) => (
  <Card title="Don't lose your data">
    <div className={css.invitation}>
      <p>Your wallets are saved only in this browser. Sign in to open them on any device.</p>
      <Button tone="primary" onClick={onSignIn}>
        Sign in
      </Button>
    </div>
  </Card>
);
