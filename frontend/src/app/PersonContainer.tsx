import { useState } from "react";
import { LeaveDialog } from "../features/user/LeaveDialog";
import { PersonDialog } from "../features/user/PersonDialog";
import { ShareDialogContainer } from "./ShareContainer";

/** The account dialog. The dialogs it opens replace it, so that Escape closes one dialog at a time. */
export function PersonContainer({ onClose }: { onClose: () => void }) {
  const [next, setNext] = useState<"share" | "leave" | null>(null);
  if (next === "share") return <ShareDialogContainer onClose={onClose} />;
  if (next === "leave") return <LeaveDialog onClose={onClose} />;
  return <PersonDialog onShare={() => setNext("share")} onLeave={() => setNext("leave")} onClose={onClose} />;
}
