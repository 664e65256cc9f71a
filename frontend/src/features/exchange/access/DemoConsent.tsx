import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import css from "./accessReturn.module.css";

interface DemoConsentProps {
  /** The exchange, for people. */
  name: string;
  /** Sends the person back with these parameters. */
  onAnswer: (answer: Record<string, string>) => void;
}

/** A code of the demo world. Each makes another invented account. */
const code = (): string => `demo-${crypto.randomUUID().slice(0, 8)}`;

/** The page of an invented exchange on which a person consents. */
export const DemoConsent = ({ name, onAnswer }: DemoConsentProps) => (
  <section className={css.card}>
    <div className={css.state}>
      <Icon name="info" size={20} />
      <h1>Demo of {name}'s page</h1>
    </div>
    <p>This page is part of the demo, and the account is invented. At a live server, {name} shows its own page here.</p>
    <p>Spyhop wants to see your balances and transactions.</p>
    <div className={css.actions}>
      <Button tone="primary" onClick={() => onAnswer({ code: code() })}>
        Authorize
      </Button>
      <Button onClick={() => onAnswer({ error: "access_denied" })}>Decline</Button>
      <Button onClick={() => onAnswer({ code: "demo-may-send" })}>Allow sending too</Button>
    </div>
  </section>
);
