import { plural } from "../../format/text";
import { useToast } from "../../ui/toasts";
import type { WalletCard } from "./types";

/** Returns the function that saves wallets as CSV. Its code is loaded on demand. */
export function useExportWallets() {
  const toast = useToast();
  return async (wallets: readonly WalletCard[], currency: string) => {
    try {
      const [{ walletsCsv }, { saveFile }] = await Promise.all([import("./walletsCsv"), import("../../ui/saveFile")]);
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`spyhop-wallets-${day}.csv`, walletsCsv(wallets, currency), "text/csv;charset=utf-8");
      toast({ text: `${plural(wallets.length, "wallet")} saved` });
    } catch {
      toast({ text: "Couldn't save the file. Check your connection and try again.", bad: true });
    }
  };
}
