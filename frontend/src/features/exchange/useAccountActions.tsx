import { type ReactNode, useState } from "react";
import { useToast } from "../../ui/toasts";
import { disconnectedWords } from "./accounts";
import { useAccountCalls } from "./mutations";
import { useProfiles } from "./queries";
import { RenameDialog } from "./RenameDialog";
import type { ExchangeAccount } from "./types";

const SECOND = 1000;

/** Returns a function that disconnects an account and offers to undo it for as long as the server can. */
function useDisconnect() {
  const { disconnect, restore } = useAccountCalls();
  const { data: profiles = [] } = useProfiles();
  const toast = useToast();
  // The card may be unmounted before the call ends, so errors are handled here.
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  return (account: ExchangeAccount) =>
    void disconnect(account).then((seconds) => {
      const undo = () => void restore(account).catch(failed);
      toast({ text: disconnectedWords(account, profiles), undo, ms: seconds * SECOND });
    }, failed);
}

/** What can be done with an account besides replacing its key. */
export interface AccountActions {
  onRename: (account: ExchangeAccount) => void;
  onDisconnect: (account: ExchangeAccount) => void;
}

/** The actions on accounts, and the dialog that one of them opens. */
export function useAccountActions(accounts: readonly ExchangeAccount[]): [AccountActions, ReactNode] {
  const [renamed, setRenamed] = useState<ExchangeAccount | null>(null);
  const onDisconnect = useDisconnect();
  const dialog = renamed ? (
    <RenameDialog account={renamed} accounts={accounts} onClose={() => setRenamed(null)} />
  ) : null;
  return [{ onRename: setRenamed, onDisconnect }, dialog];
}
