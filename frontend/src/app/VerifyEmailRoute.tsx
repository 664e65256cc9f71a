import { useSearchParams } from "react-router";
import { verifyLink } from "../features/sign_in/mutations";
import { VerifyEmail } from "../features/sign_in/VerifyEmail";
import { startSession } from "./greeting";
import { PlainLayout } from "./PlainLayout";
import { useSignIn } from "./signIn";

/** The route of emailed links. */
export function VerifyEmailRoute() {
  const [params] = useSearchParams();
  const openSignIn = useSignIn();
  const token = params.get("token") ?? "";
  return (
    <PlainLayout>
      <title>Confirm your email · Spyhop</title>
      <VerifyEmail
        token={token}
        verify={async (switchUser) => startSession(await verifyLink(token, switchUser), "/home")}
        onSignIn={() => openSignIn({ variant: "return" })}
      />
    </PlainLayout>
  );
}
