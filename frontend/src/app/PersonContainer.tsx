import { useState } from "react";
import { PersonDialog } from "../features/user/PersonDialog";
import { useMe } from "../features/user/queries";
import { SignOutDialog } from "../features/user/SignOutDialog";
import { accountName } from "./accountName";
import { DeleteAccountContainer } from "./DeleteAccountContainer";
import { LeaveContainer } from "./LeaveContainer";
import { ShareDialogContainer } from "./ShareContainer";
import { useSignIn } from "./signIn";

/** The account dialog. The dialogs it opens replace it, so that Escape closes one dialog at a time. */
export function PersonContainer({ onClose }: { onClose: () => void }) {
  const [next, setNext] = useState<"share" | "leave" | "delete" | null>(null);
  const { data: me } = useMe();
  const openSignIn = useSignIn();
  const account = accountName(me?.user);
  if (next === "share") return <ShareDialogContainer onClose={onClose} />;
  if (next === "delete") return <DeleteAccountContainer onClose={onClose} />;
  if (next === "leave" && account) return <SignOutDialog onDelete={() => setNext("delete")} onClose={onClose} />;
  if (next === "leave") return <LeaveContainer onClose={onClose} />;
  return (
    <PersonDialog
      account={account}
      onSignIn={() => {
        onClose();
        openSignIn({ variant: "keep" });
      }}
      onShare={() => setNext("share")}
      onLeave={() => setNext("leave")}
      onClose={onClose}
    />
  );
}
