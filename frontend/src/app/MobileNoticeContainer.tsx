import { MobileNotice } from "../features/invitation/MobileNotice";
import { useSubscribe } from "../features/invitation/mutations";

/** The card for phones at the end of the page. */
export const MobileNoticeContainer = () => <MobileNotice subscribe={useSubscribe("Mobile notice")} />;
