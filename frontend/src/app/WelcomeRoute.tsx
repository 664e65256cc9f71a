import { Navigate, useLocation } from "react-router";
import { useCreateUser } from "../features/user/mutations";
import { RefusedSessionNotice } from "../features/user/RefusedSessionNotice";
import { useSession } from "../features/user/session";
import { Welcome } from "../features/wallet/Welcome";
import { WorldBanner } from "../features/world/WorldBanner";
import { Footer } from "./Footer";
import { initialWorld } from "./pageFacts";
import { setPendingFile } from "./pendingFile";
import { redirectTarget } from "./redirect";
import { ThemeButton } from "./ThemeButton";

/** The route of Welcome. With a session it redirects to Home. */
export default function WelcomeRoute() {
  const { token, aside } = useSession();
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
    world || aside ? (
      <>
        <WorldBanner world={world} />
        {aside ? <RefusedSessionNotice /> : null}
      </>
    ) : null;
  return (
    <>
      <title>Welcome · Spyhop</title>
      <Welcome save={createUser} onFile={onFile} notice={notice} corner={<ThemeButton />} foot={<Footer />} />
    </>
  );
}
