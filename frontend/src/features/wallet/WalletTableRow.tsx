import type { ChangeEvent } from "react";
import { Link } from "react-router";
import { percentOf } from "../../format/quantity";
import { count, plural, shortAddress } from "../../format/text";
import { AvatarStack } from "../../ui/Avatar";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Menu } from "../../ui/Menu";
import { Money } from "../../ui/Money";
import { Ago } from "../../ui/Time";
import { useCopy } from "../../ui/useCopy";
import { ChangeCell } from "./ChangeCell";
import type { SearchWalletData, WalletCard } from "./types";
import { WalletIcon } from "./WalletIcon";
import type { RowActions } from "./WalletTableRows";
import { changeOfWallet } from "./walletChange";
import { walletPath } from "./walletPath";
import css from "./walletTable.module.css";
import { nameOf, titleCase } from "./words";

/** The name of a single network, or how many there are. */
const networkWords = ({ values: [first, ...more] }: Pick<WalletCard, "values">): string =>
  first ? (more.length === 0 ? first.name : plural(more.length + 1, "network")) : "";

/** The networks with a balance: their images, and the name of a single one. */
function Networks({ values }: Pick<WalletCard, "values">) {
  if (values.length === 0) return null;
  const of = values.map(({ name, color, mark }) => ({ name, colour: color, mark }));
  return (
    <span className={css.networks} title={values.map(({ name }) => name).join(", ")}>
      <AvatarStack of={of} size={20} />
      <span>{networkWords({ values })}</span>
    </span>
  );
}

/** The address or key of a wallet that has another name. */
const addressText = ({ nickname, display_address, extended_key: key, address }: WalletCard): string | null => {
  if (!nickname && !display_address) return key ? "Extended key" : null;
  return key ? `Extended key ${key.short}` : shortAddress(address);
};

/** What the value lacks, in words; empty if it lacks nothing. */
const missingWords = ({ reading, unpriced }: WalletCard): string =>
  [reading > 0 ? `${count(reading)} still loading` : "", unpriced > 0 ? `${count(unpriced)} not priced` : ""]
    .filter(Boolean)
    .join(" · ");

function Worth({ wallet, data, place }: Pick<WalletTableRowProps, "wallet" | "data" | "place">) {
  const { total_value: value, reading, priced, unpriced } = wallet;
  if (value === null) {
    const isEmpty = reading === 0 && priced + unpriced === 0;
    return <span className={css.unknown}>{reading > 0 ? "Loading" : isEmpty ? "No assets" : "Not counted"}</span>;
  }
  return (
    <Money
      amount={value}
      currency={data.currency_code}
      figure={data.figures[`${place}/total_value`]}
      label={`${nameOf(wallet)}, value`}
    />
  );
}

interface WalletTableRowProps {
  wallet: WalletCard;
  data: SearchWalletData;
  /** The path of the wallet in the answer. */
  place: string;
  isChosen: boolean;
  /** Chooses the row or not; with Shift also those from the previous choice to it. */
  onChoose: (isChosen: boolean, isSpan: boolean) => void;
  actions: RowActions;
}

/** The box that chooses the row. */
function ChoiceCell({ wallet, isChosen, onChoose }: Pick<WalletTableRowProps, "wallet" | "isChosen" | "onChoose">) {
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onChoose(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
  return (
    <td className={css.pick}>
      <label>
        <input type="checkbox" aria-label={`Choose ${nameOf(wallet)}`} checked={isChosen} onChange={onChange} />
      </label>
    </td>
  );
}

/** The age of the oldest reading of its accounts. */
const ReadAge = ({ read_at }: Pick<WalletCard, "read_at">) =>
  read_at ? <Ago at={read_at} /> : <span className={css.unknown}>Not yet</span>;

/** The image, the name and the address. The link covers the whole row. */
function Name({ wallet }: Pick<WalletTableRowProps, "wallet">) {
  const copy = useCopy();
  const name = nameOf(wallet);
  const text = addressText(wallet);
  return (
    <th scope="row">
      <span className={css.wallet}>
        <WalletIcon kind={wallet.wallet} />
        <span className={css.two} data-single={text ? undefined : ""}>
          <Link to={walletPath(wallet)} className={css.open} title={name}>
            <bdi>{name}</bdi>
          </Link>
          <small className={css.address}>
            {text ? <span>{text}</span> : <span className={css.phone}>{networkWords(wallet)}</span>}
            <IconButton
              icon="copy"
              size={14}
              label={`Copy the ${wallet.extended_key ? "extended key" : "address"} of ${name}`}
              className={css.copy}
              onClick={() => copy(wallet.address, "Copied")}
            />
          </small>
        </span>
      </span>
    </th>
  );
}

function Actions({ wallet, actions }: Pick<WalletTableRowProps, "wallet" | "actions">) {
  return (
    <td className={css.menu}>
      <span className={css.chevron}>
        <Icon name="right" size={16} />
      </span>
      <Menu
        isBare
        label={`Actions for ${nameOf(wallet)}`}
        items={[
          { label: "Edit", icon: "pen", onChoose: () => actions.onEdit(wallet) },
          { label: "Move to group", icon: "tag", onChoose: () => actions.onMove(wallet) },
          { label: "Delete", icon: "trash", onChoose: () => actions.onDelete(wallet) },
        ]}
      />
    </td>
  );
}

/** A wallet in the list. The whole row opens its page. */
export function WalletTableRow(props: WalletTableRowProps) {
  const { wallet, data, place, isChosen } = props;
  const { total_value: value } = wallet;
  const missing = missingWords(wallet);
  return (
    <tr id={`wallet-${wallet.id}`} tabIndex={-1} className={css.row} data-chosen={isChosen || undefined}>
      <ChoiceCell {...props} />
      <Name wallet={wallet} />
      <td className={css.app}>{wallet.wallet ? titleCase(wallet.wallet.name) : null}</td>
      <td className={css.where}>
        <Networks values={wallet.values} />
      </td>
      <ChangeCell
        change={changeOfWallet(wallet)}
        figure={data.figures[`${place}/day_change/change`]}
        label={`${nameOf(wallet)}, 24h change`}
      />
      <td className={css.value}>
        <Worth {...props} />
        {missing ? <small>{missing}</small> : null}
      </td>
      <td className={css.share}>
        {missing ? <span className={css.phone}>{missing}</span> : null}
        <span className={missing ? css.wide : undefined}>
          {value === null || data.net_worth === null ? "–" : percentOf(value, data.net_worth, 1)}
        </span>
      </td>
      <td className={css.read}>
        <ReadAge {...wallet} />
      </td>
      <Actions {...props} />
    </tr>
  );
}
