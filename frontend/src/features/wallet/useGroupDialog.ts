import { useState } from "react";
import type { GroupDialog } from "./GroupDialogs";
import { useOwnGroups } from "./queries";
import type { WalletCard } from "./types";
import { useGroupActions } from "./useGroupActions";

/** The dialog of groups that is open, and what the menus of rows and groups do. */
export function useGroupDialog() {
  const [open, setOpen] = useState<GroupDialog | null>(null);
  const groups = useOwnGroups();
  const { remove } = useGroupActions();
  return {
    open,
    onClose: () => setOpen(null),
    onMove: (wallets: readonly WalletCard[]) => setOpen({ kind: "move", wallets }),
    onNew: (wallets: readonly WalletCard[]) => setOpen({ kind: "new", wallets }),
    onRename: (name: string) => setOpen({ kind: "rename", name }),
    onDelete: (name: string) => {
      const group = groups.find((one) => one.name === name);
      if (group) remove(group);
    },
  };
}
