import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Spinner } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import css from "./accessReturn.module.css";
import type { AccessOutcome } from "./outcome";
import { useReturn } from "./useReturn";

interface AccessReturnProps {
  /** The exchange that sent the person back: its short name, and its name for people. */
  exchange: string;
  name: string;
  answer: URLSearchParams;
  /** Where this tab goes with the outcome; null in a window of its own, which closes. */
  onDone: ((outcome: AccessOutcome) => void) | null;
}

const words = (name: string, outcome: AccessOutcome | null): string => {
  if (!outcome) return `Connecting ${name}`;
  return outcome.isConnected ? `${name} connected to Spyhop` : `${name} is not connected`;
};

/** The page to which an exchange sends people back. */
export function AccessReturn({ exchange, name, answer, onDone }: AccessReturnProps) {
  const outcome = useReturn(exchange, name, answer);
  const [done] = useState(() => onDone);
  useEffect(() => {
    if (!outcome) return;
    if (done) done(outcome);
    else window.close();
  }, [outcome, done]);
  return (
    <section className={css.card}>
      <div role="status" className={css.state}>
        {outcome ? <Icon name={outcome.isConnected ? "check" : "alert"} size={20} /> : <Spinner />}
        <h1>{words(name, outcome)}</h1>
      </div>
      {outcome ? <p>{outcome.text || "You can close this window."}</p> : <p>We check what was granted.</p>}
      {outcome ? <Link to="/exchanges">Open Exchanges</Link> : null}
    </section>
  );
}
