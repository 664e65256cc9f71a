import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "../ui/lazyPart";
import { SignInContext, type SignInRequest } from "./signIn";

const SignInContainer = lazyPart(() => import("./SignInContainer"), "SignInContainer");

/** Provides the sign-in dialog to every page. */
export function SignInProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  return (
    <SignInContext value={setRequest}>
      {children}
      {request ? (
        <Suspense>
          <SignInContainer {...request} onClose={() => setRequest(null)} />
        </Suspense>
      ) : null}
    </SignInContext>
  );
}
