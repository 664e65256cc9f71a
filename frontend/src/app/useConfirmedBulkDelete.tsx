import { type ReactNode, Suspense, useRef, useState } from "react";
import type { WalletEffects } from "../features/wallet/BulkRemovalDialog";
import { useRemovalEffects } from "../features/wallet/queries";
import { lazyPart } from "../ui/lazyPart";
import { type NamedWallet, useDeleteWithUndo } from "./useDeleteWithUndo";

const BulkRemovalDialog = lazyPart(() => import("../features/wallet/BulkRemovalDialog"), "BulkRemovalDialog");

/** The effects of deleting wallets, computed one wallet after the other until `start` is called again. */
function useEachRemoval() {
  const effectsOf = useRemovalEffects();
  const [effects, setEffects] = useState<readonly WalletEffects[]>([]);
  const latest = useRef(0);
  const start = async (wallets: readonly NamedWallet[]) => {
    latest.current += 1;
    const own = latest.current;
    setEffects([]);
    for (const { address } of wallets) {
      const changed = await effectsOf(address).then(
        ({ changed_count }) => changed_count,
        () => null,
      );
      if (own !== latest.current) return;
      setEffects((old) => [...old, { address, changed }]);
    }
  };
  return [effects, start] as const;
}

/**
 * Asks before several wallets are deleted, and says which gains of other wallets change. Returns the function that asks, and the
 * dialog.
 */
export function useConfirmedBulkDelete(): [(wallets: readonly NamedWallet[]) => void, ReactNode] {
  const remove = useDeleteWithUndo();
  const [effects, start] = useEachRemoval();
  const [wallets, setWallets] = useState<readonly NamedWallet[]>([]);
  const ask = (all: readonly NamedWallet[]) => {
    setWallets(all);
    void start(all);
  };
  const close = () => ask([]);
  const dialog =
    wallets.length > 0 ? (
      <Suspense>
        <BulkRemovalDialog
          wallets={wallets}
          effects={effects}
          onDelete={() => {
            close();
            remove(wallets);
          }}
          onClose={close}
        />
      </Suspense>
    ) : null;
  return [ask, dialog];
}
