import { Privacy } from "../features/privacy/Privacy";
import { useSession } from "../features/user/session";
import { PublicLayout } from "./PublicLayout";

/** Request log; open to visitors too, who want to know before they paste anything. */
export default function PrivacyRoute() {
  const { token } = useSession();
  return (
    <PublicLayout>
      <title>Privacy · Spyhop</title>
      <Privacy hasSession={token !== undefined} />
    </PublicLayout>
  );
}
