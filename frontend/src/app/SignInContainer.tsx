import { useState } from "react";
import { useProfiles } from "../features/privacy/queries";
import { openingCalls, returningCalls, walletCalls } from "../features/sign_in/mutations";
import { SignInDialog } from "../features/sign_in/SignInDialog";
import type { SignedIn } from "../features/sign_in/types";
import { startSession } from "./greeting";
import { explainingCalls, retryingCalls } from "./retryConflict";
import type { SignInRequest } from "./signIn";
import { WalletStepContainer } from "./WalletStepContainer";

interface SignInContainerProps extends SignInRequest {
  onClose: () => void;
}

/** The sign-in dialog. Welcome continues to the page that the person came for, other pages to Home. */
export function SignInContainer({ variant, canSkip = false, onClose }: SignInContainerProps) {
  const { data } = useProfiles();
  const path = window.location.pathname === "/welcome" ? undefined : "/home";
  const onSignedIn = (session: SignedIn) => startSession(session, path);
  const calls = variant === "return" ? returningCalls : openingCalls;
  // They remember what was requested, until the dialog is closed.
  const [walletSteps] = useState(() => explainingCalls(walletCalls(onSignedIn)));
  return (
    <SignInDialog
      variant={variant}
      calls={retryingCalls(calls(onSignedIn))}
      wallet={<WalletStepContainer calls={walletSteps} purpose="sign_in" />}
      ownNodesOnly={data?.own_nodes_only === true}
      canSkip={canSkip}
      onClose={onClose}
    />
  );
}
