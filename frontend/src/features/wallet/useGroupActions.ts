import { plural } from "../../format/text";
import { useToast } from "../../ui/toasts";
import { useSetGroups } from "./mutations";
import type { OwnGroup } from "./ownGroups";
import type { GroupChange, UserWallet } from "./types";

type GroupedWallet = Pick<UserWallet, "id" | "group">;

const idsOf = (wallets: readonly GroupedWallet[]) => wallets.map(({ id }) => id);

/** The changes that put wallets back into the groups that they are in now. */
function formerGroups(wallets: readonly GroupedWallet[]): GroupChange[] {
  const groups = [...new Set(wallets.map(({ group }) => group ?? ""))];
  return groups.map((group) => ({ group, wallets: idsOf(wallets.filter((one) => (one.group ?? "") === group)) }));
}

/** The actions that change groups. Each offers to undo it, and returns a promise that fails with the reason. */
export function useGroupActions() {
  const { mutateAsync: setGroups } = useSetGroups();
  const toast = useToast();
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  const change = async (wallets: readonly GroupedWallet[], group: string, text: string) => {
    const former = formerGroups(wallets);
    await setGroups([{ wallets: idsOf(wallets), group }]);
    toast({ text, undo: () => void setGroups(former).catch(failed) });
  };
  return {
    move: (wallets: readonly GroupedWallet[], group: string) =>
      change(wallets, group, `Moved ${plural(wallets.length, "wallet")} to ${group || "No group"}.`),
    rename: ({ name, wallets }: OwnGroup, next: string) => change(wallets, next, `Renamed ${name} to ${next}.`),
    /** It has no dialog, so its failure is a toast. */
    remove: ({ name, wallets }: OwnGroup) =>
      void change(wallets, "", `Deleted the group ${name}. Its wallets are kept.`).catch(failed),
  };
}
