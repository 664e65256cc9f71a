import { useSearchParams } from "react-router";
import { verifyLink } from "../features/sign_in/mutations";
import { VerifyEmail } from "../features/sign_in/VerifyEmail";
import { useSession } from "../features/user/session";
import { startSession } from "./greeting";
import { PlainLayout } from "./PlainLayout";
import { retryConflict } from "./retryConflict";
import { useSignIn } from "./signIn";
import { useProof } from "./useProof";

/** The route of emailed links. */
export function VerifyEmailRoute() {
  const [params] = useSearchParams();
  const openSignIn = useSignIn();
  const { token: session, user } = useSession();
  const { withProof, dialog } = useProof();
  const token = params.get("token") ?? "";
  const person = user ? "registered" : session ? "anonymous" : "none";
  const verify = (switchUser: boolean) => withProof(() => retryConflict(() => verifyLink(token, switchUser)));
  return (
    <PlainLayout>
      <title>Confirm your email · Spyhop</title>
      <VerifyEmail
        token={token}
        person={person}
        verify={async (switchUser) => startSession(await verify(switchUser), "/home")}
        onSignIn={() => openSignIn({ variant: person === "anonymous" ? "keep" : "return" })}
      />
      {dialog}
    </PlainLayout>
  );
}
