import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { LinkWalletDialog } from "../features/sign_in/LinkWalletDialog";
import { walletCalls } from "../features/sign_in/mutations";
import type { SignedIn } from "../features/sign_in/types";
import { useMe } from "../features/user/queries";
import { renewSession } from "../features/user/session";
import { shortAddress } from "../format/text";
import { useToast } from "../ui/toasts";
import { isMissing, useAddWallet } from "./addWallet";
import { WalletStepContainer } from "./WalletStepContainer";

/** The dialog that links a wallet to the account of a registered person. */
export function LinkWalletContainer({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const { data: me } = useMe();
  const add = useAddWallet();
  const onLinked = ({ token, wallet }: SignedIn) => {
    renewSession(token);
    void client.invalidateQueries();
    onClose();
    const address = wallet ?? "";
    const next = { label: "Add to portfolio", run: () => add(address) };
    toast({
      text: `You can sign in with ${shortAddress(address)} now.`,
      ...(isMissing(me?.user, address) ? { next } : {}),
    });
  };
  const latest = useRef(onLinked);
  latest.current = onLinked;
  // They remember what was requested, until the dialog is closed.
  const [calls] = useState(() => walletCalls((session) => latest.current(session)));
  return <LinkWalletDialog wallet={<WalletStepContainer calls={calls} purpose="link" />} onClose={onClose} />;
}
