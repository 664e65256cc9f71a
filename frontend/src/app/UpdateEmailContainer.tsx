import { useQueryClient } from "@tanstack/react-query";
import { changingCalls } from "../features/sign_in/mutations";
import type { SignedIn } from "../features/sign_in/types";
import { UpdateEmailDialog } from "../features/sign_in/UpdateEmailDialog";
import { renewSession } from "../features/user/session";
import { useToast } from "../ui/toasts";
import { startSession } from "./greeting";

interface UpdateEmailContainerProps {
  email: string;
  /** Whether the person has an account; the code registers an anonymous one. */
  isRegistered: boolean;
  onClose: () => void;
}

/** The dialog for the code of a new email address. */
export function UpdateEmailContainer({ email, isRegistered, onClose }: UpdateEmailContainerProps) {
  const client = useQueryClient();
  const toast = useToast();
  const onSignedIn = (session: SignedIn) => {
    if (!isRegistered) return startSession(session);
    renewSession(session.token);
    void client.invalidateQueries();
    onClose();
    toast({ text: "Email updated. You've successfully updated your profile." });
  };
  return <UpdateEmailDialog email={email} calls={changingCalls(onSignedIn)} onClose={onClose} />;
}
