import { type AmountText, useAmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { PanelSection } from "../../ui/PanelSection";
import { Tag } from "../../ui/Tag";
import css from "./assetPanel.module.css";
import type { ViewPart, ViewRow } from "./assetView";
import { addressesIn } from "./places";
import { ReceiptTag } from "./ReceiptTag";

/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 18;

/** The quantity, or the raw integer if the decimals are unknown. */
function amountOf({ amount, raw_amount, assumed_decimals: assumed }: ViewPart, text: AmountText): string {
  if (amount !== null) return text.shortQuantity(amount);
  if (assumed?.amount) return `About ${text.shortQuantity(assumed.amount)} if ${assumed.decimals} decimals`;
  return `${raw_amount === null ? "?" : text.raw(raw_amount)} smallest units`;
}

interface HoldingProps {
  part: ViewPart;
  row: ViewRow;
  /** The address, if the wallet label is not unique among the parts. */
  address: string | null;
  currency: string;
  colour: string;
}

/** A holding of the asset in one wallet on one network. Grouped assets keep their own symbols. */
function Holding({ part, row, address, currency, colour }: HoldingProps) {
  const text = useAmountText();
  const exact = part.amount ?? part.raw_amount;
  const isOther = part.symbol !== row.symbol;
  const place = address === null ? part.wallet_label : `${part.wallet_label}, ${address}`;
  const position = part.position ? `, ${part.position.place}: ${part.position.name.toLowerCase()}` : "";
  const label = `${isOther ? part.symbol : row.name} of ${place} on ${part.chain_name}${position}`;
  return (
    <li>
      <Avatar name={part.chain_name} colour={colour} mark={part.chainMark} size={24} />
      <span className={css.two}>
        <span title={part.wallet_address}>{place}</span>
        <small>
          {isOther ? `${part.symbol} on ${part.chain_name}` : part.chain_name}
          {part.position ? ` · ${part.position.place}` : ""}
          {part.position ? <Tag>{part.position.name}</Tag> : null}
          <ReceiptTag of={part.receipt} />
          {part.stale ? <Tag>Out of date</Tag> : null}
          {part.isManualPrice ? <Tag>Custom price</Tag> : null}
        </small>
      </span>
      <span className={css.amount} title={exact === null ? undefined : text.raw(exact)}>
        {amountOf(part, text)}
      </span>
      <b>
        {part.value === null ? (
          <span className={css.unknown} title={part.reason?.text}>
            Not counted
          </span>
        ) : (
          <Money
            amount={part.value}
            currency={currency}
            figure={part.valueFigure}
            room={ROOM}
            label={`${label}, value`}
          />
        )}
      </b>
      {part.explorer_url ? (
        <a
          className={css.out}
          href={part.explorer_url}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`View on block explorer: ${label}`}
        >
          <Icon name="out" size={14} />
        </a>
      ) : (
        <span className={css.out} />
      )}
    </li>
  );
}

interface AssetHoldingsProps {
  row: ViewRow;
  currency: string;
  chainColours: ReadonlyMap<string, string>;
}

/** The holdings of an asset, by wallet and network. */
export function AssetHoldings({ row, currency, chainColours }: AssetHoldingsProps) {
  const addressOf = addressesIn(row.parts);
  const chains = new Set(row.parts.map(({ chain }) => chain)).size;
  const wallets = new Set(row.parts.map(({ wallet_label }) => wallet_label)).size;
  return (
    <PanelSection
      title="Held in"
      note={`${plural(wallets, "wallet")} on ${plural(chains, "network")}`}
      side={row.value === null ? undefined : <Money amount={row.value} currency={currency} label={row.name} />}
    >
      <ul className={css.parts}>
        {row.parts.map((part) => (
          <Holding
            key={[part.asset, part.wallet_address, part.position?.kind, part.position?.place].join(" ")}
            part={part}
            row={row}
            address={addressOf(part)}
            currency={currency}
            colour={chainColours.get(part.chain) ?? "var(--c8)"}
          />
        ))}
      </ul>
    </PanelSection>
  );
}
