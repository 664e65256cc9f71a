import { Privacy } from "../features/privacy/Privacy";
import { useSession } from "../features/user/session";
import { Framed } from "./Framed";

/** Request log; open to visitors too, who want to know before they paste anything. */
export default function PrivacyRoute() {
  const { token } = useSession();
  return (
    <Framed>
      <title>Privacy · Spyhop</title>
      <Privacy hasSession={token !== undefined} />
    </Framed>
  );
}
