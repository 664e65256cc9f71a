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

/** The first page; a person with a session goes on to Home. */
export default function WelcomeRoute() {
  const { token, aside } = useSession();
  const place = useLocation();
  const { mutateAsync: createUser } = useCreateUser();
  if (token) return <Navigate to={redirectTarget(place)} replace />;
  /** A file is read under a session: the page behind it goes on with the file. */
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
