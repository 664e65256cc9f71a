import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../ui/Button";
import { EmailForm } from "../../ui/EmailForm";
import { ExampleFigure } from "../../ui/ExampleFigure";
import { Icon } from "../../ui/Icon";
import { WaterPage } from "../../ui/WaterPage";
import css from "./landing.module.css";
import { Slides } from "./Slides";
import { Still } from "./Still";
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

/** The ways in without an email. */
const WithoutMail = ({ example }: { example: ReactNode }) => (
  <div className={css.answer}>
    <p role="status">This server sends no email, so it can't send an invitation.</p>
    {example}
  </div>
);

interface SignUpFormProps {
  signUp: (email: string) => Promise<unknown>;
  example: ReactNode;
}

const SignUpForm = ({ signUp, example }: SignUpFormProps) => (
  <div className={css.form}>
    <Icon name="mail" size={18} />
    <EmailForm submit="Get started" invalid="Enter valid email" send={signUp} />
    <p className={css.note}>You'll receive an email with an invitation link to join.</p>
    <div className={css.curious}>
      Curious first? <div>{example}</div>
    </div>
  </div>
);

interface LandingProps {
  name: LandingName;
  /** Signs up; returns null for the person who is signed in, who needs no answer. */
  signUp: (email: string) => Promise<Answer | null>;
  /** Opens Spyhop, with the sign-in dialog if the person has an account. */
  onContinue: (hasAccount: boolean) => void;
  /** Whether the server sends no email, so that no one can sign up. */
  isMailOff?: boolean;
  /** Renders the way in without an account. */
  example: (tone: "primary" | "link") => ReactNode;
  /** Rendered at the right of the brand. */
  corner: ReactNode;
  /** Rendered at the end of the page. */
  foot: ReactNode;
}

/** A landing page: a sign-up by email, a picture of the product, and what Spyhop does. */
export function Landing({ name, signUp, onContinue, isMailOff = false, example, corner, foot }: LandingProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [leave] = useState(() => ({ known: () => onContinue(true), fresh: () => onContinue(false) }));
  const { topic, promise, statements } = landings[name];
  const form = isMailOff ? (
    <WithoutMail example={example("primary")} />
  ) : (
    <SignUpForm signUp={async (email) => setAnswer(await signUp(email))} example={example("link")} />
  );
  return (
    <WaterPage
      start="/"
      className={css.page}
      corner={corner}
      foot={foot}
      below={
        <div className={css.below}>
          <Slides statements={statements} />
        </div>
      }
    >
      <div className={css.hero}>
        <div className={css.promise}>
          <p className={css.topic}>{topic}</p>
          <h1>Sign up for exclusive access.</h1>
          <p>{promise}</p>
        </div>
        <div className={css.start}>
          {answer ? (
            <AnswerPanel {...answer} onContinue={answer.isNewUser === false ? leave.known : leave.fresh} />
          ) : (
            form
          )}
        </div>
        <div className={css.stage}>
          <Still name={name} />
          <ExampleFigure className={css.figure} />
        </div>
      </div>
    </WaterPage>
  );
}
