import { useSearchParams } from "react-router";
import { verifyLink } from "../features/sign_in/mutations";
import { useEmailLink } from "../features/sign_in/queries";
import type { LinkChoice } from "../features/sign_in/types";
import { VerifyEmail } from "../features/sign_in/VerifyEmail";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { accountName } from "./accountName";
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
  const link = useEmailLink(token, session);
  const { data: me } = useMe(person === "registered");
  const verify = async (choice: LinkChoice) => {
    const signedIn = await withProof(() => retryConflict(() => verifyLink(token, choice)));
    const isAlone = link.data?.requestedHere === false && !choice.addSession;
    startSession(signedIn, "/home", isAlone);
  };
  return (
    <PlainLayout>
      <title>Confirm your email · Spyhop</title>
      <VerifyEmail
        token={token}
        link={link.data}
        problem={link.error}
        person={person}
        account={accountName(me?.user)}
        verify={verify}
        onRetry={() => void link.refetch()}
        onSignIn={() => openSignIn({ variant: person === "anonymous" ? "keep" : "return" })}
      />
      {dialog}
    </PlainLayout>
  );
}
