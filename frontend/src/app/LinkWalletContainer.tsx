import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LinkWalletDialog } from "../features/sign_in/LinkWalletDialog";
import { walletCalls } from "../features/sign_in/mutations";
import type { SignedIn } from "../features/sign_in/types";
import { renewSession } from "../features/user/session";
import { shortAddress } from "../format/text";
import { useToast } from "../ui/toasts";
import { WalletStepContainer } from "./WalletStepContainer";

/** The dialog that links a wallet to the account of a registered person. */
export function LinkWalletContainer({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const onLinked = ({ token, wallet }: SignedIn) => {
    renewSession(token);
    void client.invalidateQueries();
    onClose();
    toast({ text: `You can sign in with ${shortAddress(wallet ?? "")} now.` });
  };
  const [calls] = useState(() => walletCalls(onLinked));
  return <LinkWalletDialog wallet={<WalletStepContainer calls={calls} purpose="link" />} onClose={onClose} />;
}
