import { useAmountText } from "../../format/amounts";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { PanelSection } from "../../ui/PanelSection";
import { Tag } from "../../ui/Tag";
import css from "./assetPanel.module.css";
import type { ViewPart, ViewRow } from "./assetView";
import { amountOfPart, keyOfPart, labelOfPart, walletOfPart } from "./holdingText";
import { addressesIn } from "./places";
import { ReceiptTag } from "./ReceiptTag";

/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 18;

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
  const label = labelOfPart(part, row, address);
  return (
    <li>
      <Avatar name={part.chain_name} colour={colour} mark={part.chainMark} size={24} />
      <span className={css.two}>
        <span title={part.wallet_address}>{walletOfPart(part, address)}</span>
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
        {amountOfPart(part, text)}
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
            key={keyOfPart(part)}
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
