import { ProblemError } from "@spyhop/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { Landing } from "../features/landing/Landing";
import type { LandingName } from "../features/landing/types";
import { signUp } from "../features/sign_in/mutations";
import { useCreateUser } from "../features/user/mutations";
import { useSession } from "../features/user/session";
import { TryExample } from "../features/wallet/TryExample";
import type { Addresses } from "../features/wallet/types";
import { userOptions } from "../queries/user";
import { Button } from "../ui/Button";
import { Footer } from "./Footer";
import { pageFact } from "./pageFacts";
import { SkipLink } from "./SkipLink";
import { useSignIn } from "./signIn";
import { ThemeButton } from "./ThemeButton";

/** Whether the session of the example is being created. A new session renders the page anew, so that this is kept outside of it. */
let isCreating = false;

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

/** Creates a session with the wallets of the example, which opens Home. */
function useOpenExample() {
  const { mutateAsync: createUser } = useCreateUser();
  return async (addresses: Addresses) => {
    isCreating = true;
    try {
      await createUser(addresses);
    } finally {
      isCreating = false;
    }
  };
}

/** Signs up by email; also returns whether the server sends no email. */
function useSignUp(name: LandingName) {
  const navigate = useNavigate();
  const isOwnEmail = useIsOwnEmail();
  const [isMailOff, setMailOff] = useState(pageFact("mail") === "off");
  const send = async (email: string) => {
    if (await isOwnEmail(email)) {
      void navigate("/home");
      return null;
    }
    return signUp(email, name).catch((problem: unknown) => {
      if (problem instanceof ProblemError && problem.code === "mail_off") setMailOff(true);
      throw problem;
    });
  };
  return { send, isMailOff };
}

/** The route of a landing page. */
export function LandingRoute({ name }: { name: LandingName }) {
  const navigate = useNavigate();
  const { token } = useSession();
  const openSignIn = useSignIn();
  const openExample = useOpenExample();
  const { send, isMailOff } = useSignUp(name);
  const [opensHome] = useState(isCreating);
  if (token && opensHome) return <Navigate to="/home" />;
  const signIn = () => openSignIn({ variant: "return" });
  const onContinue = (hasAccount: boolean) => {
    void navigate("/welcome");
    if (hasAccount) signIn();
  };
  const goHome = () => void navigate("/home");
  return (
    <>
      <title>Sign up · Spyhop</title>
      <SkipLink />
      <Landing
        name={name}
        signUp={send}
        onContinue={onContinue}
        isMailOff={isMailOff}
        example={(tone) =>
          // An example would take the place of the portfolio of this browser.
          token ? (
            <Button tone={tone} onClick={goHome}>
              Open your portfolio
            </Button>
          ) : (
            <TryExample save={openExample} tone={tone} />
          )
        }
        corner={
          <>
            <Button onClick={token ? goHome : signIn}>{token ? "Home" : "Sign in"}</Button>
            <ThemeButton />
          </>
        }
        foot={<Footer />}
      />
    </>
  );
}
