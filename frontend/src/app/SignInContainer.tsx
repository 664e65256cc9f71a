import { useState } from "react";
import { useProfiles } from "../features/privacy/queries";
import { openingCalls, returningCalls, walletCalls } from "../features/sign_in/mutations";
import { SignInDialog } from "../features/sign_in/SignInDialog";
import type { SignedIn } from "../features/sign_in/types";
import { CONNECT } from "./connectHash";
import { startSession } from "./greeting";
import { explainingCalls, retryingCalls } from "./retryConflict";
import type { SignInRequest } from "./signIn";
import { WalletStepContainer } from "./WalletStepContainer";

interface SignInContainerProps extends SignInRequest {
  onClose: () => void;
}

/** Where the page continues: Welcome at the page that the person came for, others at Home, with what they signed up for. */
function pathAfter(variant: SignInRequest["variant"]): string | undefined {
  if (window.location.pathname === "/welcome") return undefined;
  return variant === "exchange" ? `/home${CONNECT}` : "/home";
}

/** The sign-in dialog. */
export function SignInContainer({ variant, canSkip = false, onClose }: SignInContainerProps) {
  const { data } = useProfiles();
  const path = pathAfter(variant);
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
