import { type ReactNode, useState } from "react";
import { Dialog } from "../../ui/Dialog";
import { AddressForm, type AddressFormProps } from "./AddressForm";
import css from "./addWallet.module.css";

interface AddWalletProps extends AddressFormProps {
  /** Wallets from a file; `onBack` leads back to typing. */
  upload: (onBack: () => void) => ReactNode;
  /** What else can be done with the address that the dialog was opened with. */
  other?: ReactNode;
  /** Begins with a file. */
  isUpload?: boolean;
  onClose: () => void;
}

/** Adds wallets to those that are there: typed, or from a file. */
export function AddWallet({ upload, other, isUpload = false, onClose, ...form }: AddWalletProps) {
  const [isUploading, setUploading] = useState(isUpload);
  return (
    <Dialog title="Add wallet address" subtitle="Add more wallet address here" shape="wide" onClose={onClose}>
      {isUploading ? upload(() => setUploading(false)) : <AddressForm {...form} onUpload={() => setUploading(true)} />}
      {other && !isUploading ? <p className={css.other}>{other}</p> : null}
    </Dialog>
  );
}
