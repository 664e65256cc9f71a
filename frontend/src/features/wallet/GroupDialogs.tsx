import { Suspense } from "react";
import { lazyPart } from "../../ui/lazyPart";
import { useOwnGroups } from "./queries";
import type { WalletCard } from "./types";
import { useGroupActions } from "./useGroupActions";

const MoveToGroup = lazyPart(() => import("./MoveToGroup"), "MoveToGroup");
const NewGroup = lazyPart(() => import("./NewGroup"), "NewGroup");
const RenameGroup = lazyPart(() => import("./RenameGroup"), "RenameGroup");

/** The dialog that is open. */
export type GroupDialog =
  | { kind: "move"; wallets: readonly WalletCard[] }
  | { kind: "new"; wallets: readonly WalletCard[] }
  | { kind: "rename"; name: string };

interface GroupDialogsProps {
  /** Null for none. */
  open: GroupDialog | null;
  onClose: () => void;
  /** Called after wallets were put into another group. */
  onMoved: () => void;
}

/** The dialogs that move wallets to a group, make a group and rename one. */
export function GroupDialogs({ open, onClose, onMoved }: GroupDialogsProps) {
  const groups = useOwnGroups();
  const { move, rename } = useGroupActions();
  if (!open) return null;
  const renamed = open.kind === "rename" ? groups.find(({ name }) => name === open.name) : undefined;
  return (
    <Suspense>
      {open.kind === "move" ? (
        <MoveToGroup
          wallets={open.wallets}
          move={(group) => move(open.wallets, group).then(onMoved)}
          onClose={onClose}
        />
      ) : null}
      {open.kind === "new" ? (
        <NewGroup
          chosen={open.wallets}
          create={(wallets, name) => move(wallets, name).then(onMoved)}
          onClose={onClose}
        />
      ) : null}
      {renamed ? <RenameGroup group={renamed} rename={(name) => rename(renamed, name)} onClose={onClose} /> : null}
    </Suspense>
  );
}
