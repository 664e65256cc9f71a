import { useQueryClient } from "@tanstack/react-query";
import { changingCalls } from "../features/sign_in/mutations";
import type { SignedIn } from "../features/sign_in/types";
import { UpdateEmailDialog } from "../features/sign_in/UpdateEmailDialog";
import { renewSession } from "../features/user/session";
import { useToast } from "../ui/toasts";
import { startSession } from "./greeting";
import { useProof } from "./useProof";

interface UpdateEmailContainerProps {
  email: string;
  /** When the code was sent, in milliseconds since 1970; null if that is not known. */
  sentAt: number | null;
  /** Whether the person has an account; the code registers an anonymous one. */
  isRegistered: boolean;
  onClose: () => void;
}

/** The dialog for the code of a new email address. Another code may need a proof of who the person is. */
export function UpdateEmailContainer({ email, sentAt, isRegistered, onClose }: UpdateEmailContainerProps) {
  const client = useQueryClient();
  const toast = useToast();
  const { withProof, dialog } = useProof();
  const onSignedIn = (session: SignedIn) => {
    if (!isRegistered) return startSession(session);
    renewSession(session.token);
    void client.invalidateQueries();
    onClose();
    toast({ text: "Email updated. You've successfully updated your profile." });
  };
  const { sendCode, verify } = changingCalls(onSignedIn);
  const calls = { sendCode: (to: string) => withProof(() => sendCode(to)), verify };
  return (
    <>
      <UpdateEmailDialog email={email} sentAt={sentAt} calls={calls} onClose={onClose} />
      {dialog}
    </>
  );
}
