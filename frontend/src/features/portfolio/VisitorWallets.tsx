import { plural } from "../../format/text";
import { moment } from "../../format/time";
import { Address } from "../../ui/Address";
import { IconButton } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Money } from "../../ui/Money";
import { useCopy } from "../../ui/useCopy";
import { useShowMore } from "../../ui/useShowMore";
import type { Portfolio, WalletRow } from "./types";
import css from "./visitorHome.module.css";

/** The number of wallets shown at first. */
const SHOWN = 12;

const unknownWords = ({ reading, unpriced }: WalletRow): string => {
  if (reading > 0) return "Loading";
  return unpriced > 0 ? "No price yet" : "Empty";
};

interface WalletProps {
  wallet: WalletRow;
  currency: string;
  figure: string | undefined;
}

function Wallet({ wallet, currency, figure }: WalletProps) {
  const copy = useCopy();
  const { address, display_address, label, reverse_name, value } = wallet;
  return (
    <li>
      <Address address={address} name={display_address} className={css.name} />
      {reverse_name ? (
        <span className={css.reverse} title={`ENS name of this address, checked ${moment(reverse_name.checked_on)}`}>
          {reverse_name.name}
        </span>
      ) : null}
      <IconButton
        icon="copy"
        size={14}
        label={`Copy the address of ${label}`}
        className={css.copy}
        onClick={() => copy(address, "Copied")}
      />
      <span className={css.value} data-unknown={value === null || undefined}>
        {value === null ? (
          unknownWords(wallet)
        ) : (
          <Money amount={value} currency={currency} figure={figure} label={`${label}, value`} />
        )}
      </span>
    </li>
  );
}

/** The wallets of a shared portfolio in list order, each with its value. */
export function VisitorWallets({ portfolio }: { portfolio: Portfolio }) {
  const { wallets, currency_code, figures } = portfolio;
  const [shown, more] = useShowMore(wallets, SHOWN);
  return (
    <Card title={wallets.length === 0 ? "Wallets" : plural(wallets.length, "wallet")}>
      <ul className={css.wallets}>
        {shown.map((wallet, i) => (
          <Wallet
            key={wallet.address}
            wallet={wallet}
            currency={currency_code}
            figure={figures[`/wallets/${i}/value`]}
          />
        ))}
      </ul>
      {wallets.length === 0 ? <p className={css.none}>No wallets to show.</p> : null}
      {more ? <div className={css.more}>{more}</div> : null}
    </Card>
  );
}
