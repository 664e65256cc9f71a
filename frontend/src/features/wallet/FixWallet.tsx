import { Dialog } from "../../ui/Dialog";
import { AddressForm, type AddressFormProps } from "./AddressForm";

interface FixWalletProps {
  /** What was written, and no network knows. */
  address: string;
  save: AddressFormProps["save"];
  onClose: () => void;
}

/** Puts a right address in the place of one that no network knows. */
export const FixWallet = ({ address, save, onClose }: FixWalletProps) => (
  <Dialog
    title="Fix your wallet address"
    subtitle="Add your wallet address to get started"
    shape="wide"
    onClose={onClose}
  >
    <AddressForm
      address={address}
      save={save}
      placeholder="Paste valid wallet address or ENS here"
      action="Done"
      isSingle
    />
  </Dialog>
);
