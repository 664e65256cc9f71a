import { percent } from "../../format/quantity";
import { plural, shortAddress } from "../../format/text";
import { Address } from "../../ui/Address";
import { Button, IconButton } from "../../ui/Button";
import { Dot } from "../../ui/Disc";
import { Money } from "../../ui/Money";
import { useToast } from "../../ui/toasts";
import css from "./list.module.css";
import type { WalletCard } from "./queries";

const nameOf = (wallet: WalletCard): string =>
  wallet.nickname || wallet.display_address || shortAddress(wallet.address);

/** The address, with a button that copies all of it. */
function Copyable({ address }: { address: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ text: "Copied" });
    } catch {
      toast({ text: "The browser did not allow copying", bad: true });
    }
  };
  return (
    <p className={css.address}>
      <Address address={address} />
      <IconButton icon="copy" size={14} label="Copy the address" className={css.small} onClick={() => void copy()} />
    </p>
  );
}

/** Why a wallet has no value. */
function unknownWords({ reading }: WalletCard): string {
  return reading > 0 ? "Reading" : "Not counted";
}

function Worth({ wallet, currency, figure }: { wallet: WalletCard; currency: string; figure: string | undefined }) {
  const { total_value, priced, unpriced, reading } = wallet;
  return (
    <div>
      <p className={css.worth}>
        {total_value === null ? (
          unknownWords(wallet)
        ) : (
          <Money amount={total_value} currency={currency} figure={figure} label={`${nameOf(wallet)}, value`} />
        )}
      </p>
      <p className={css.count}>
        {priced} of {plural(priced + unpriced, "asset")} priced
        {reading > 0 ? ` · ${reading} still reading` : ""}
      </p>
    </div>
  );
}

/** An address that no network knows. */
const Wrong = ({ wallet, onFix }: { wallet: WalletCard; onFix: () => void }) => (
  <div className={css.wrong}>
    This wallet address is not detected. Please fix it now.
    {wallet.reason ? <small>{wallet.reason}</small> : null}
    <Button small onClick={onFix}>
      Fix now
    </Button>
  </div>
);

interface WalletCardViewProps {
  wallet: WalletCard;
  currency: string;
  figure: string | undefined;
  onDelete: () => void;
  onFix: () => void;
}

/** One wallet: names, value, networks. */
export function WalletCardView({ wallet, currency, figure, onDelete, onFix }: WalletCardViewProps) {
  const valued = wallet.values.filter((one) => one.value !== null);
  return (
    <li className={css.card}>
      <div className={css.top}>
        <div className={css.names}>
          <h2 title={nameOf(wallet)}>{nameOf(wallet)}</h2>
          <Copyable address={wallet.address} />
        </div>
        <IconButton icon="trash" label={`Delete ${nameOf(wallet)}`} onClick={onDelete} />
      </div>
      {wallet.detected ? (
        <Worth wallet={wallet} currency={currency} figure={figure} />
      ) : (
        <Wrong wallet={wallet} onFix={onFix} />
      )}
      <ul className={css.chips} aria-label="Networks">
        {valued.map(({ chain, name, color, share }) => (
          <li key={chain}>
            <Dot colour={color} />
            {name}
            {share === null ? null : <em>{percent(share)}</em>}
          </li>
        ))}
      </ul>
    </li>
  );
}
