import { lazy, Suspense, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useCreateUser } from "../features/user/mutations";
import { useSession } from "../features/user/session";
import { Welcome } from "../features/wallet/Welcome";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";
import { Footer } from "./Footer";
import { loadAddWallet } from "./loadPage";
import { initialWorld, pageFact } from "./pageFacts";
import { redirectTarget } from "./redirect";
import { useSignIn } from "./signIn";
import { ThemeButton } from "./ThemeButton";
import css from "./welcomeRoute.module.css";

const WorldBanner = lazyPart(() => import("../features/world/WorldBanner"), "WorldBanner");
const RefusedSessionNotice = lazyPart(() => import("../features/user/RefusedSessionNotice"), "RefusedSessionNotice");
const EndedSessionNotice = lazyPart(() => import("../features/user/EndedSessionNotice"), "EndedSessionNotice");
const AddWalletContainer = lazy(loadAddWallet);
const DiscountContainer = lazyPart(() => import("./DiscountContainer"), "DiscountContainer");

/** The file whose session is being created. A new session renders the page anew, so that the file waits outside of it. */
let pending: File | null = null;

/** The route of Welcome. With a session it redirects to Home, unless the wallets of a file are still to be confirmed. */
export default function WelcomeRoute() {
  const { token, aside, hasEnded, deletedOn } = useSession();
  const openSignIn = useSignIn();
  const signIn = () => openSignIn({ variant: "return" });
  const place = useLocation();
  const { mutateAsync: createUser } = useCreateUser();
  const [file, setFile] = useState(pending);
  if (token && !file) return <Navigate to={redirectTarget(place)} replace />;
  /** Reading a file needs a session: one is created first, and the page then opens the file. */
  const onFile = async (chosen: File) => {
    pending = chosen;
    try {
      await createUser({ addresses: [], nicknames: {} });
    } finally {
      pending = null;
    }
  };
  const world = initialWorld();
  const notice =
    world || aside || hasEnded || deletedOn ? (
      <>
        {world ? (
          <div className={css.banner}>
            <Suspense>
              <WorldBanner world={world} />
            </Suspense>
          </div>
        ) : null}
        <Suspense>
          {aside ? <RefusedSessionNotice /> : null}
          {hasEnded || deletedOn ? <EndedSessionNotice deletedOn={deletedOn} onSignIn={signIn} /> : null}
        </Suspense>
      </>
    ) : null;
  return (
    <>
      <title>Welcome · Spyhop</title>
      <Welcome
        save={createUser}
        onFile={onFile}
        notice={notice}
        instead={
          <Button tone="link" onClick={signIn}>
            Sign in instead
          </Button>
        }
        corner={
          <>
            <Button onClick={signIn}>Sign in</Button>
            <ThemeButton />
          </>
        }
        foot={<Footer />}
      />
      <Suspense>
        {file ? <AddWalletContainer file={file} onClose={() => setFile(null)} /> : null}
        {pageFact("discounts") === "on" ? <DiscountContainer /> : null}
      </Suspense>
    </>
  );
}
