import { useToast } from "../../ui/toasts";
import { useAddToken, useRemoveToken } from "./mutations";
import type { TokenPlace } from "./types";

/** The actions that add and remove a token, each with undo. */
export function useTokenActions() {
  const add = useAddToken();
  const remove = useRemoveToken();
  const toast = useToast();
  const failed = (problem: Error) => toast({ text: problem.message, bad: true });
  // The toast may be used after the dialog was unmounted.
  const undoAdd = (asset: string) => void remove.mutateAsync(asset).catch(failed);
  const undoRemove = (place: TokenPlace) => void add.mutateAsync(place).catch(failed);
  return {
    isAdding: add.isPending,
    problem: add.error?.message,
    clear: add.reset,
    add: async (place: TokenPlace) => {
      const { asset, symbol, name } = await add.mutateAsync(place);
      toast({ text: `${symbol || name} added. Checking your wallets for it.`, undo: () => undoAdd(asset) });
    },
    remove: (asset: string, symbol: string, place: TokenPlace) =>
      void remove
        .mutateAsync(asset)
        .then(() => toast({ text: `${symbol} removed`, undo: () => undoRemove(place) }), failed),
  };
}
