import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isFinal, useMergeUser } from "../features/sign_in/mutations";
import { type Merge, SignedInDialog } from "../features/sign_in/SignedInDialog";
import { useMe } from "../features/user/queries";
import { endMerge } from "../features/user/session";
import { shortAddress } from "../format/text";
import { isMissing, useAddWallet } from "./addWallet";
import { currentGreeting, endGreeting } from "./greeting";

function mergeOf(oldUser: string | undefined, { data, error }: ReturnType<typeof useMergeUser>): Merge {
  if (data) return { state: "done", wallets: data.wallets, frozen: data.frozen };
  if (error) return { state: "failed", message: error.message };
  return { state: oldUser === undefined ? "none" : "running" };
}

interface SignedInContainerProps {
  /** The anonymous user whose merge has not been shown yet. */
  oldUser: string | undefined;
  onDone: () => void;
}

/** Greets a person who signed in, and says what was merged. A result that could not be loaded is loaded again later. */
export function SignedInContainer({ oldUser, onDone }: SignedInContainerProps) {
  const client = useQueryClient();
  const { data: me } = useMe();
  const merge = useMergeUser();
  const openAdd = useAddWallet();
  const { mutate } = merge;
  const [first] = useState(oldUser);
  const run = () => {
    if (first === undefined) return;
    mutate(first, {
      onSuccess: () => {
        endMerge();
        void client.invalidateQueries();
      },
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(run, []);
  const done = () => {
    if (merge.error && isFinal(merge.error)) endMerge();
    endGreeting();
    onDone();
  };
  const { isNewUser = false, isDeletionCanceled = false, wallet = null } = currentGreeting() ?? {};
  const isSettled = first === undefined || merge.isSuccess;
  const add = (address: string) => {
    done();
    openAdd(address);
  };
  const missing = wallet !== null && isSettled && isMissing(me?.user, wallet) ? wallet : null;
  return (
    <SignedInDialog
      isNewUser={isNewUser}
      isDeletionCanceled={isDeletionCanceled}
      byWallet={wallet !== null}
      wallets={me?.user.user_wallets.length}
      account={me?.user.email ?? (wallet ? shortAddress(wallet) : "")}
      merge={mergeOf(first, merge)}
      onRetry={run}
      {...(missing ? { onAdd: () => add(missing) } : {})}
      onDone={done}
    />
  );
}
