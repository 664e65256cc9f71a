import { useProfiles } from "../features/privacy/queries";
import { openingCalls, returningCalls } from "../features/sign_in/mutations";
import { SignInDialog } from "../features/sign_in/SignInDialog";
import { startSession } from "./greeting";
import type { SignInRequest } from "./signIn";

interface SignInContainerProps extends SignInRequest {
  onClose: () => void;
}

/** The sign-in dialog. Welcome continues to the page that the person came for, other pages to Home. */
export function SignInContainer({ variant, canSkip = false, onClose }: SignInContainerProps) {
  const { data } = useProfiles();
  const path = window.location.pathname === "/welcome" ? undefined : "/home";
  const calls = variant === "return" ? returningCalls : openingCalls;
  return (
    <SignInDialog
      variant={variant}
      calls={calls((session) => startSession(session, path))}
      ownNodesOnly={data?.own_nodes_only === true}
      canSkip={canSkip}
      onClose={onClose}
    />
  );
}
