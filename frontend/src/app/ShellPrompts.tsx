import { Suspense, useCallback, useState } from "react";
import { useLocation } from "react-router";
import { discountEmail } from "../features/invitation/discountEmail";
import { useInvitation } from "../features/invitation/useInvitation";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";
import { lazyPart } from "../ui/lazyPart";
import { CONNECT } from "./connectHash";
import { currentGreeting } from "./greeting";
import { pageFact } from "./pageFacts";
import { useSignIn } from "./signIn";

const SignedInContainer = lazyPart(() => import("./SignedInContainer"), "SignedInContainer");
const DiscountListContainer = lazyPart(() => import("./DiscountListContainer"), "DiscountListContainer");
const ConnectContainer = lazyPart(() => import("./ConnectContainer"), "ConnectContainer");
const FeedbackContainer = lazyPart(() => import("./FeedbackContainer"), "FeedbackContainer");

/**
 * What every page has besides its own content: the greeting after signing in, the invitation of an anonymous person to do
 * so, and the dialogs that the address opens: feedback, and the connection of an exchange. It is loaded after the page.
 */
export function ShellPrompts({ canInvite }: { canInvite: boolean }) {
  const { oldUser } = useSession();
  const { hash } = useLocation();
  const { data: me } = useMe();
  const [isGreeting, setIsGreeting] = useState(() => currentGreeting() !== null || oldUser !== undefined);
  const openSignIn = useSignIn();
  const invite = useCallback(() => openSignIn({ variant: "keep", canSkip: true }), [openSignIn]);
  // Where plans are off, no prompt appears unasked.
  const hasPrompts = pageFact("plans") === "on";
  useInvitation(canInvite && hasPrompts, invite);
  return (
    <Suspense>
      {isGreeting ? <SignedInContainer oldUser={oldUser} onDone={() => setIsGreeting(false)} /> : null}
      {hash === "#feedback" && !isGreeting ? <FeedbackContainer /> : null}
      {hash === CONNECT && !isGreeting ? <ConnectContainer /> : null}
      {me?.user.mailing_list === null && discountEmail() !== null ? <DiscountListContainer /> : null}
    </Suspense>
  );
}
