import { shortAddress } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./unsupported.module.css";

interface UnsupportedWalletProps {
  /** The text as it was entered. */
  address: string;
  /** What it is and why it is not supported. */
  text: string;
  onRemove: () => void;
  onClose: () => void;
}

/** The dialog about a wallet that is not supported yet, with a remove button. */
export const UnsupportedWallet = ({ address, text, onRemove, onClose }: UnsupportedWalletProps) => (
  <Dialog title="This wallet isn't supported yet" onClose={onClose}>
    <div className={css.body}>
      <p title={address}>
        <b>{shortAddress(address)}</b>
      </p>
      <p>{text} It is not in your total until this server supports it.</p>
      <div className={css.act}>
        <Button tone="primary" onClick={onRemove}>
          Remove wallet
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </div>
  </Dialog>
);
