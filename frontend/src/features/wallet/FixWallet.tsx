import { Dialog } from "../../ui/Dialog";
import { AddressForm, type AddressFormProps } from "./AddressForm";

interface FixWalletProps {
  /** The text that no network knows. */
  address: string;
  save: AddressFormProps["save"];
  onClose: () => void;
}

/** The dialog that replaces an address that no network knows. */
export const FixWallet = ({ address, save, onClose }: FixWalletProps) => (
  <Dialog title="Fix your wallet address" shape="wide" onClose={onClose}>
    <AddressForm
      address={address}
      save={save}
      placeholder="Paste valid wallet address or ENS here"
      action="Done"
      isSingle
    />
  </Dialog>
);
