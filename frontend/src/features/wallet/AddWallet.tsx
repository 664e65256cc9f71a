import { type ReactNode, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { AddressForm, type AddressFormProps } from "./AddressForm";
import css from "./addWallet.module.css";

interface AddWalletProps extends AddressFormProps {
  /** Renders the upload; `onBack` returns to the form. */
  upload: (onBack: () => void) => ReactNode;
  /** Another action for the address that the dialog was opened with. */
  other?: ReactNode;
  /** Starts with the upload. */
  isUpload?: boolean;
  onClose: () => void;
}

/** The dialog that adds wallets, typed or from a file. */
export function AddWallet({ upload, other, isUpload = false, onClose, ...form }: AddWalletProps) {
  const [isUploading, setUploading] = useState(isUpload);
  return (
    <Dialog title="Add wallet address" subtitle="Add more wallet addresses here" shape="wide" onClose={onClose}>
      {isUploading ? upload(() => setUploading(false)) : <AddressForm {...form} onUpload={() => setUploading(true)} />}
      {other && !isUploading ? <p className={css.other}>{other}</p> : null}
    </Dialog>
  );
}
