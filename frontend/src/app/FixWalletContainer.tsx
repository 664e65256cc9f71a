import { Suspense } from "react";
import { useFixWallet } from "../features/wallet/mutations";
import type { Addresses } from "../features/wallet/useSending";
import { shortAddress } from "../format/text";
import { lazyPart } from "../ui/lazyPart";
import { useToast } from "../ui/toasts";
import { useDeleteWithUndo } from "./useDeleteWithUndo";

const FixWallet = lazyPart(() => import("../features/wallet/FixWallet"), "FixWallet");
const UnsupportedWallet = lazyPart(() => import("../features/wallet/UnsupportedWallet"), "UnsupportedWallet");

interface FixWalletContainerProps {
  /** The address that no network knows. */
  address: string;
  /** Why it is not supported, if it is an address of a kind that cannot be read yet. */
  unsupported?: string | null;
  onClose: () => void;
}

/** The dialog that replaces a wrong address, connected to the wallet list. */
export function FixWalletContainer({ address, unsupported, onClose }: FixWalletContainerProps) {
  const { mutateAsync: fix } = useFixWallet();
  const remove = useDeleteWithUndo();
  const toast = useToast();
  const save = async (right: Addresses) => {
    await fix({ wrong: address, right });
    onClose();
    toast({ text: "You've successfully updated your wallet" });
  };
  const onRemove = () => {
    onClose();
    remove([{ address, name: shortAddress(address) }]);
  };
  if (unsupported)
    return (
      <Suspense>
        <UnsupportedWallet address={address} text={unsupported} onRemove={onRemove} onClose={onClose} />
      </Suspense>
    );
  return (
    <Suspense>
      <FixWallet address={address} save={save} onClose={onClose} />
    </Suspense>
  );
}
