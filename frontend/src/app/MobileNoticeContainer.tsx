import { MobileNotice } from "../features/invitation/MobileNotice";
import { useSubscribe } from "../features/invitation/mutations";
import { useMe } from "../features/user/queries";
import { useSession } from "../features/user/session";

/** The line for phones at the end of the footer. Without a session there is no one to put on the mailing list. */
export function MobileNoticeContainer() {
  const { token } = useSession();
  const { data: me } = useMe(token !== undefined);
  const subscribe = useSubscribe("Mobile notice");
  return <MobileNotice subscribe={me?.user.mailing_list === null ? subscribe : null} />;
}
