import { Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { useCreateUser } from "../features/user/mutations";
import { RefusedSessionNotice } from "../features/user/RefusedSessionNotice";
import { useSession } from "../features/user/session";
import { Welcome } from "../features/wallet/Welcome";
import { WorldBanner } from "../features/world/WorldBanner";
import { Button } from "../ui/Button";
import { lazyPreload } from "../ui/lazyPreload";
import { Footer } from "./Footer";
import { initialWorld, pageFact } from "./pageFacts";
import { setPendingFile } from "./pendingFile";
import { redirectTarget } from "./redirect";
import { useSignIn } from "./signIn";
import { ThemeButton } from "./ThemeButton";
import css from "./welcomeRoute.module.css";

const EndedSessionNotice = lazyPreload(() => import("../features/user/EndedSessionNotice"), "EndedSessionNotice");
const DiscountContainer = lazyPreload(() => import("./DiscountContainer"), "DiscountContainer");

/** The route of Welcome. With a session it redirects to Home. */
export default function WelcomeRoute() {
  const { token, aside, hasEnded, deletedOn } = useSession();
  const openSignIn = useSignIn();
  const signIn = () => openSignIn({ variant: "return" });
  const place = useLocation();
  const { mutateAsync: createUser } = useCreateUser();
  if (token) return <Navigate to={redirectTarget(place)} replace />;
  /** Reading a file needs a session: one is created first, and the app shell then opens the file. */
  const onFile = async (file: File) => {
    setPendingFile(file);
    try {
      await createUser({ addresses: [], nicknames: {} });
    } catch (problem) {
      setPendingFile(null);
      throw problem;
    }
  };
  const world = initialWorld();
  const notice =
    world || aside || hasEnded || deletedOn ? (
      <>
        <WorldBanner world={world} />
        {aside ? <RefusedSessionNotice /> : null}
        {hasEnded || deletedOn ? (
          <Suspense>
            <EndedSessionNotice deletedOn={deletedOn} onSignIn={signIn} />
          </Suspense>
        ) : null}
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
          <div className={css.corner}>
            <Button onClick={signIn}>Sign in</Button>
            <ThemeButton />
          </div>
        }
        foot={<Footer />}
      />
      {pageFact("discounts") === "on" ? (
        <Suspense>
          <DiscountContainer />
        </Suspense>
      ) : null}
    </>
  );
}
