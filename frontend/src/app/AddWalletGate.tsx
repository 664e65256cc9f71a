import { useAddWallets, useMe } from "../features/user/queries";
import type { Addresses } from "../features/wallet/AddressForm";
import { AddWallet } from "../features/wallet/AddWallet";
import { plural } from "../format/text";
import { useToast } from "../ui/toasts";
import { useShowLimit } from "./limits";

/** The trigger of the upgrade text about wallet addresses. */
const WALLETS_TRIGGER = "1";

/** The add-wallet dialog with the person's plan and list behind it. */
export default function AddWalletGate({ address, onClose }: { address?: string; onClose: () => void }) {
  const { data: me } = useMe();
  const { mutateAsync } = useAddWallets();
  const showLimit = useShowLimit();
  const toast = useToast();
  const mayAdd = (rows: number): boolean => {
    const plan = me?.current_plan;
    const used = me?.user.user_wallets.length ?? 0;
    const limit = plan?.wallet_address_limit ?? -1;
    if (!plan?.enforced || limit < 0 || used + rows <= limit) return true;
    showLimit({
      message: `Your plan allows ${plural(limit, "wallet address", "wallet addresses")}`,
      limit,
      used,
      trigger: WALLETS_TRIGGER,
    });
    return false;
  };
  const save = async (added: Addresses) => {
    await mutateAsync(added);
    onClose();
    toast({ text: `${plural(added.addresses.length, "wallet")} added` });
  };
  return <AddWallet {...(address ? { address } : {})} save={save} mayAdd={mayAdd} onClose={onClose} />;
}
