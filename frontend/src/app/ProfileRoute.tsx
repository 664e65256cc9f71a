import { Suspense, useState } from "react";
import { ApiKeys } from "../features/profile/ApiKeys";
import { BasicInformation } from "../features/profile/BasicInformation";
import { Loaded } from "../features/profile/Loaded";
import { exportAll, useProfileCalls } from "../features/profile/mutations";
import { Profile } from "../features/profile/Profile";
import { isProofRecent } from "../features/profile/proof";
import { useApiKeys, useSessions } from "../features/profile/queries";
import { Sessions } from "../features/profile/Sessions";
import { SignInCard } from "../features/profile/SignInCard";
import { SignInWallets } from "../features/profile/SignInWallets";
import { YourData } from "../features/profile/YourData";
import { PortfolioRules } from "../features/settings/PortfolioRules";
import { useMe } from "../features/user/queries";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";
import { ProfilePortfolio } from "./ProfilePortfolio";
import { useSignIn } from "./signIn";
import { useProof } from "./useProof";
import { useSignInWallets } from "./useSignInWallets";

// Loaded when it is opened.
const ProfileDialogs = lazyPart(() => import("./ProfileDialogs"), "ProfileDialogs");

/** The dialog that is open on the profile page. */
export type ProfileDialog =
  | { kind: "code"; email: string; sentAt: number | null }
  | { kind: "leave" | "delete" | "link" };

/** The route of Profile. */
export default function ProfileRoute() {
  const me = useMe();
  const user = me.data?.user;
  const isRegistered = user?.anonymous === false;
  const sessions = useSessions(isRegistered);
  const keys = useApiKeys(isRegistered);
  const wallets = useSignInWallets(user);
  const calls = useProfileCalls();
  const openSignIn = useSignIn();
  const { confirm, withProof, dialog: proofDialog } = useProof();
  const [dialog, setDialog] = useState<ProfileDialog | null>(null);
  const onLink = async () => {
    // Proved first, because the wallet would have to sign again afterwards.
    if (!isProofRecent(sessions.data ?? [], Date.now())) await confirm();
    setDialog({ kind: "link" });
  };
  const link = (
    <Button small icon="plus" onClick={() => void onLink().catch(() => undefined)}>
      Link a wallet
    </Button>
  );
  const access = isRegistered ? (
    <Loaded title="Sessions" query={sessions}>
      {(list) => <Sessions sessions={list} {...calls.sessions} onSignOut={() => setDialog({ kind: "leave" })} />}
    </Loaded>
  ) : (
    <SignInCard onSignIn={() => openSignIn({ variant: "keep" })} />
  );
  return (
    <>
      <title>Profile · Spyhop</title>
      <Profile
        basic={
          <Loaded title="Basic Information" query={me}>
            {({ user: person }) => (
              // Another email is another form, because the form keeps what was entered.
              <BasicInformation
                key={person.email}
                person={person}
                save={(changes) => withProof(() => calls.save(changes))}
                leaveMailingList={calls.leaveMailingList}
                onEnterCode={(email, sentAt) => setDialog({ kind: "code", email, sentAt })}
              />
            )}
          </Loaded>
        }
        wallets={
          isRegistered ? (
            <SignInWallets wallets={wallets} unlink={(address) => withProof(() => calls.unlink(address))} link={link} />
          ) : null
        }
        data={
          user ? (
            <YourData
              isRegistered={isRegistered}
              exportAll={exportAll}
              onDelete={() => setDialog({ kind: "delete" })}
            />
          ) : null
        }
        sessions={user ? access : null}
        keys={
          isRegistered ? (
            <Loaded title="API keys" query={keys}>
              {(list) => (
                <ApiKeys
                  keys={list}
                  create={(key) => withProof(() => calls.keys.create(key))}
                  revoke={calls.keys.revoke}
                />
              )}
            </Loaded>
          ) : null
        }
        portfolio={<ProfilePortfolio />}
        rules={user ? <PortfolioRules /> : null}
      />
      {dialog ? (
        <Suspense>
          <ProfileDialogs dialog={dialog} isRegistered={isRegistered} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {proofDialog}
    </>
  );
}
