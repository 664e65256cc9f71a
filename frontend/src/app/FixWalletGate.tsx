import { Suspense } from "react";
import { useFixWallet } from "../features/user/queries";
import type { Addresses } from "../features/wallet/AddressForm";
import { later } from "../ui/later";
import { useToast } from "../ui/toasts";

const FixWallet = later(() => import("../features/wallet/FixWallet"), "FixWallet");

interface FixWalletGateProps {
  /** The address that no network knows. */
  address: string;
  onClose: () => void;
}

/** The dialog that puts another address in the place of a wrong one, with the person's list behind it. */
export function FixWalletGate({ address, onClose }: FixWalletGateProps) {
  const { mutateAsync: fix } = useFixWallet();
  const toast = useToast();
  const save = async (right: Addresses) => {
    await fix({ wrong: address, right });
    onClose();
    toast({ text: "You've successfully updated your wallet" });
  };
  return (
    <Suspense>
      <FixWallet address={address} save={save} onClose={onClose} />
    </Suspense>
  );
}
