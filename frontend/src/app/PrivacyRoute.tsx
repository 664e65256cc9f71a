import { Privacy } from "../features/privacy/Privacy";
import { useSession } from "../features/user/session";
import { PublicLayout } from "./PublicLayout";
import { initialWorld } from "./pageFacts";

/** The route of Privacy. It is public, so that visitors can read it before they enter an address. */
export default function PrivacyRoute() {
  const { token } = useSession();
  return (
    <PublicLayout>
      <title>Privacy · Spyhop</title>
      <Privacy hasSession={token !== undefined} isDemo={initialWorld() !== undefined} />
    </PublicLayout>
  );
}
