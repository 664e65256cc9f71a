import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Landing } from "../features/landing/Landing";
import type { LandingName } from "../features/landing/types";
import { signUp } from "../features/sign_in/mutations";
import { useSession } from "../features/user/session";
import { userOptions } from "../queries/user";
import { PlainLayout } from "./PlainLayout";
import { useSignIn } from "./signIn";

/** Returns whether an email is that of the person who is signed in. If that cannot be found out, it is treated as another one. */
function useIsOwnEmail(): (email: string) => Promise<boolean> {
  const client = useQueryClient();
  const { token } = useSession();
  return async (email) => {
    if (!token) return false;
    const me = await client.ensureQueryData(userOptions).catch(() => null);
    return me?.user.email?.toLowerCase() === email.toLowerCase();
  };
}

/** The route of a landing page. */
export function LandingRoute({ name }: { name: LandingName }) {
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const isOwnEmail = useIsOwnEmail();
  const onContinue = (hasAccount: boolean) => {
    void navigate("/welcome");
    if (hasAccount) openSignIn({ variant: "return" });
  };
  const send = async (email: string) => {
    if (!(await isOwnEmail(email))) return signUp(email, name);
    void navigate("/home");
    return null;
  };
  return (
    <PlainLayout wide>
      <title>Sign up · Spyhop</title>
      <Landing name={name} signUp={send} onContinue={onContinue} />
    </PlainLayout>
  );
}
