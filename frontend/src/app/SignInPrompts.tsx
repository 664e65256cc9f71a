import { Suspense, useCallback, useState } from "react";
import { useInvitation } from "../features/invitation/useInvitation";
import { useSession } from "../features/user/session";
import { lazyPreload } from "../ui/lazyPreload";
import { currentGreeting } from "./greeting";
import { pageFact } from "./pageFacts";
import { useSignIn } from "./signIn";

const SignedInContainer = lazyPreload(() => import("./SignedInContainer"), "SignedInContainer");

/** What the page opens unasked: the greeting after signing in, and the invitation of an anonymous person to do so. */
export function SignInPrompts({ canInvite }: { canInvite: boolean }) {
  const { oldUser } = useSession();
  const [isGreeting, setIsGreeting] = useState(() => currentGreeting() !== null || oldUser !== undefined);
  const openSignIn = useSignIn();
  const invite = useCallback(() => openSignIn({ variant: "keep", canSkip: true }), [openSignIn]);
  // Where plans are off, no prompt appears unasked.
  useInvitation(canInvite && pageFact("plans") === "on", invite);
  if (!isGreeting) return null;
  return (
    <Suspense>
      <SignedInContainer oldUser={oldUser} onDone={() => setIsGreeting(false)} />
    </Suspense>
  );
}
