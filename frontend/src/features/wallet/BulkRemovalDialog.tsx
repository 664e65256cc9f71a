import { count, plural } from "../../format/text";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import css from "./removal.module.css";

/** How many gains of other wallets change when a wallet is deleted. */
export interface WalletEffects {
  address: string;
  /** Null if that is not known. */
  changed: number | null;
}

interface BulkRemovalDialogProps {
  wallets: readonly { address: string; name: string }[];
  /** Those that are computed already. */
  effects: readonly WalletEffects[];
  onDelete: () => void;
  onClose: () => void;
}

/** What deleting them changes; empty while that is computed. */
function changeWords(wallets: number, effects: readonly WalletEffects[]): string {
  if (effects.length < wallets) return "";
  const isChanging = effects.some(({ changed }) => changed !== null && changed > 0);
  const unknown = effects.filter(({ changed }) => changed === null).length;
  if (unknown > 0) return `Couldn't compute which gains change for ${plural(unknown, "wallet")}.`;
  return isChanging
    ? "Gains of your other wallets change: what they received from these then came from elsewhere, and what they sent to these is sold. Adding the wallets again restores the gains."
    : "No gain of your other wallets changes.";
}

const effectText = (effect: WalletEffects | undefined): string => {
  if (!effect) return "…";
  if (effect.changed === null) return "Not known";
  return effect.changed === 0
    ? "No gain changes"
    : `${plural(effect.changed, "gain")} ${effect.changed === 1 ? "changes" : "change"}`;
};

/** Asks before several wallets are deleted, and says which gains of the others change. */
export const BulkRemovalDialog = ({ wallets, effects, onDelete, onClose }: BulkRemovalDialogProps) => (
  <Dialog title={`Delete ${plural(wallets.length, "wallet")}?`} onClose={onClose}>
    <div className={css.body}>
      <p aria-busy={effects.length < wallets.length}>
        {changeWords(wallets.length, effects) ||
          `Computing which gains of your other wallets change: ${count(effects.length)} of ${count(wallets.length)}`}
      </p>
      <ul className={css.list} data-many>
        {wallets.map(({ address, name }) => (
          <li key={address}>
            <span className={css.name} title={name}>
              <bdi>{name}</bdi>
            </span>
            <small>{effectText(effects.find((one) => one.address === address))}</small>
          </li>
        ))}
      </ul>
      <div className={css.act}>
        <Button tone="danger" onClick={onDelete}>
          Delete
        </Button>
        <Button data-first onClick={onClose}>
          Keep them
        </Button>
      </div>
    </div>
  </Dialog>
);
