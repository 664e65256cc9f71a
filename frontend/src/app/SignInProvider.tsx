import { type ReactNode, Suspense, useState } from "react";
import { lazyPreload } from "../ui/lazyPreload";
import { SignInContext, type SignInRequest } from "./signIn";

const SignInContainer = lazyPreload(() => import("./SignInContainer"), "SignInContainer");

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
