import { Suspense, useState } from "react";
import { Loaded } from "../features/profile/Loaded";
import { useSessionCalls } from "../features/profile/mutations";
import { Profile } from "../features/profile/Profile";
import { useSessions } from "../features/profile/queries";
import { Sessions } from "../features/profile/Sessions";
import { SignInCard } from "../features/profile/SignInCard";
import { useMe } from "../features/user/queries";
import { lazyPreload } from "../ui/lazyPreload";
import { ProfilePortfolio } from "./ProfilePortfolio";
import { useSignIn } from "./signIn";

// Loaded when it is opened.
const SignOutDialog = lazyPreload(() => import("../features/user/SignOutDialog"), "SignOutDialog");

/** The sessions of a registered person; an anonymous one is invited to sign in. */
function Access({ isRegistered, onSignOut }: { isRegistered: boolean; onSignOut: () => void }) {
  const sessions = useSessions(isRegistered);
  const calls = useSessionCalls();
  const openSignIn = useSignIn();
  if (!isRegistered) return <SignInCard onSignIn={() => openSignIn({ variant: "keep" })} />;
  return (
    <Loaded title="Sessions" query={sessions}>
      {(list) => <Sessions sessions={list} {...calls} onSignOut={onSignOut} />}
    </Loaded>
  );
}

/** The route of Profile. */
export default function ProfileRoute() {
  const { data: me } = useMe();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      <title>Profile · Spyhop</title>
      <Profile
        basic={null}
        wallets={null}
        data={null}
        sessions={me ? <Access isRegistered={!me.user.anonymous} onSignOut={() => setIsLeaving(true)} /> : null}
        keys={null}
        portfolio={<ProfilePortfolio />}
      />
      {isLeaving ? (
        <Suspense>
          <SignOutDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
