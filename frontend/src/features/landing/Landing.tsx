import { useEffect, useId, useState } from "react";
import { Button } from "../../ui/Button";
import { EmailForm } from "../../ui/EmailForm";
import { Logo } from "../../ui/Logo";
import css from "./landing.module.css";
import { landings } from "./statements";
import type { LandingName } from "./types";

/** How long the answer is shown before the page redirects. */
const ANSWER_MS = 4_000;

/** What the server answered to a sign-up: whether the account is new; null if that is not disclosed. */
interface Answer {
  isNewUser: boolean | null;
}

function AnswerPanel({ isNewUser, onContinue }: Answer & { onContinue: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onContinue, ANSWER_MS);
    return () => clearTimeout(timer);
  }, [onContinue]);
  return (
    <div className={css.answer} role="status">
      {isNewUser === false ? (
        <>
          <h2>It looks like you already have an account associated with this email.</h2>
          <p>Directing you to Spyhop, where you can sign in.</p>
        </>
      ) : (
        <>
          <h2>Great!</h2>
          <p>Please check your email for a verification link.</p>
          <p>Now directing you to Spyhop.</p>
        </>
      )}
      <Button onClick={onContinue}>Continue now</Button>
    </div>
  );
}

/** The statements, as slides that scroll sideways. */
function Slides({ name }: { name: LandingName }) {
  const id = useId();
  const { topic, statements } = landings[name];
  return (
    <section className={css.slides} aria-labelledby={id}>
      <h2 id={id}>{topic}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls is reached by the keyboard */}
      <ul className={css.scroll} tabIndex={0} aria-labelledby={id}>
        {statements.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LandingProps {
  name: LandingName;
  /** Signs up; returns null for the person who is signed in, who needs no answer. */
  signUp: (email: string) => Promise<Answer | null>;
  /** Opens Spyhop, with the sign-in dialog if the person has an account. */
  onContinue: (hasAccount: boolean) => void;
}

/** A landing page: a sign-up by email, and what Spyhop does. */
export function Landing({ name, signUp, onContinue }: LandingProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [leave] = useState(() => ({ known: () => onContinue(true), fresh: () => onContinue(false) }));
  return (
    <div className={css.page}>
      <section className={css.form}>
        <Logo size={56} />
        <h1>Sign up for exclusive access.</h1>
        {answer ? (
          <AnswerPanel {...answer} onContinue={answer.isNewUser === false ? leave.known : leave.fresh} />
        ) : (
          <>
            <EmailForm
              submit="Get started"
              invalid="Enter valid email"
              send={async (email) => setAnswer(await signUp(email))}
            />
            <p className={css.note}>You'll receive an email with an invitation link to join.</p>
          </>
        )}
      </section>
      <Slides name={name} />
    </div>
  );
}
