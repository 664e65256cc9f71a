import { useNavigate } from "react-router";
import { Landing } from "../features/landing/Landing";
import type { LandingName } from "../features/landing/types";
import { signUp } from "../features/sign_in/mutations";
import { PlainLayout } from "./PlainLayout";
import { useSignIn } from "./signIn";

/** The route of a landing page. */
export function LandingRoute({ name }: { name: LandingName }) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const onContinue = (hasAccount: boolean) => {
    void navigate("/welcome");
    if (hasAccount) openSignIn({ variant: "return" });
  };
  return (
    <PlainLayout wide>
      <title>Sign up · Spyhop</title>
      <Landing name={name} signUp={signUp} onContinue={onContinue} />
    </PlainLayout>
  );
}
