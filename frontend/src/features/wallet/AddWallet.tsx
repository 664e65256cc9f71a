import { Dialog } from "../../ui/Dialog";
import { AddressForm, type AddressFormProps } from "./AddressForm";

interface AddWalletProps extends AddressFormProps {
  onClose: () => void;
}

/** Adds wallets to those that are there. */
export function AddWallet({ onClose, ...form }: AddWalletProps) {
  return (
    <Dialog title="Add wallet address" subtitle="Add more wallet address here" shape="wide" onClose={onClose}>
      <AddressForm {...form} />
    </Dialog>
  );
}
