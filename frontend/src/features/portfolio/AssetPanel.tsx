import { tone } from "../../format/money";
import { percent, percentChange, shortQuantity } from "../../format/quantity";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useExplain } from "../../ui/explain";
import { Icon } from "../../ui/Icon";
import { Money, Price, Quantity } from "../../ui/Money";
import { useCopy } from "../../ui/useCopy";
import { AssetContracts } from "./AssetContracts";
import { AssetNotes } from "./AssetNotes";
import { AssetQuotes } from "./AssetQuotes";
import type { AssetActions } from "./AssetTable";
import css from "./assetPanel.module.css";
import type { ViewPart, ViewRow } from "./assetView";
import { PanelSection } from "./PanelSection";
import { addressesIn } from "./places";
import { ReceiptTag } from "./ReceiptTag";
import type { VisitorToken } from "./types";

/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 18;

function Facts({ row, currency }: { row: ViewRow; currency: string }) {
  const { name, symbol, value, valueFigure, price, priceFigure, change, amount, share } = row;
  return (
    <dl className={css.facts}>
      <div>
        <dt>Your value</dt>
        <dd>
          {value === null ? (
            <span className={css.unknown}>Not counted</span>
          ) : (
            <Money amount={value} currency={currency} figure={valueFigure} room={ROOM} label={`${name}, value`} />
          )}
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>
          {price === null ? (
            <span className={css.unknown}>No price</span>
          ) : (
            <Price amount={price} currency={currency} figure={priceFigure} label={`${name}, price`} />
          )}
          {change === null ? null : <small className={css[tone(change) ?? ""]}>{percentChange(change)}</small>}
        </dd>
      </div>
      <div>
        <dt>Quantity</dt>
        <dd title={amount ?? undefined}>
          {amount === null ? "–" : <Quantity text={shortQuantity(amount)} />}
          <small>{share === null ? symbol : percent(share)}</small>
        </dd>
      </div>
    </dl>
  );
}

/** The quantity, or the raw integer if the decimals are unknown. */
function amountOf({ amount, raw_amount, assumed_decimals: assumed }: ViewPart): string {
  if (amount !== null) return shortQuantity(amount);
  if (assumed?.amount) return `About ${shortQuantity(assumed.amount)} if ${assumed.decimals} decimals`;
  return `${raw_amount ?? "?"} smallest units`;
}

interface PartProps {
  part: ViewPart;
  row: ViewRow;
  /** The address, if the wallet label is not unique among the parts. */
  address: string | null;
  currency: string;
  colour: string;
}

/** A holding of the asset in one wallet on one network. Grouped assets keep their own symbols. */
function Part({ part, row, address, currency, colour }: PartProps) {
  const isOther = part.symbol !== row.symbol;
  const place = address === null ? part.wallet_label : `${part.wallet_label}, ${address}`;
  const label = `${isOther ? part.symbol : row.name} of ${place} on ${part.chain_name}`;
  return (
    <li>
      <Avatar name={part.chain_name} colour={colour} mark={part.chainMark} size={24} />
      <span className={css.two}>
        <span title={part.wallet_address}>{place}</span>
        <small>
          {isOther ? `${part.symbol} on ${part.chain_name}` : part.chain_name}
          <ReceiptTag of={part.receipt} />
          {part.stale ? <span className={css.tag}>Out of date</span> : null}
          {part.isManualPrice ? <span className={css.tag}>Custom price</span> : null}
        </small>
      </span>
      <span className={css.amount} title={part.amount ?? part.raw_amount ?? undefined}>
        <Quantity text={amountOf(part)} />
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

interface FootProps {
  row: ViewRow;
  actions: AssetActions;
  onClose: () => void;
}

/** The actions of the asset. Those that change the list close the panel. */
function Foot({ row, actions, onClose }: FootProps) {
  const explain = useExplain();
  const { valueFigure } = row;
  const closing = (act: (row: ViewRow) => void) => () => {
    onClose();
    act(row);
  };
  return (
    <div className={css.foot}>
      {explain && valueFigure ? (
        <Button tone="primary" icon="info" onClick={() => explain(valueFigure)}>
          Explain
        </Button>
      ) : null}
      <Button icon="tag" onClick={() => actions.onSetPrice(row)}>
        {row.manual_price ? "Change price" : "Set a price"}
      </Button>
      {row.assets.some(({ price }) => price !== null) ? (
        <Button icon="refresh" onClick={() => actions.onClearPrice(row)}>
          Use market price
        </Button>
      ) : null}
      {row.parts.some(({ added }) => added) ? (
        <Button icon="close" onClick={closing(actions.onRemoveToken)}>
          Remove added token
        </Button>
      ) : null}
      <Button tone="link" icon="hide" className={css.last} onClick={closing(actions.onHide)}>
        Hide {row.symbol}
      </Button>
    </div>
  );
}

interface AssetPanelProps {
  row: ViewRow;
  currency: string;
  visitorToken: VisitorToken;
  colour: string;
  /** Colours of the networks. */
  chainColours: ReadonlyMap<string, string>;
  /** Null in a view-only portfolio. */
  actions: AssetActions | null;
  onClose: () => void;
}

/** The panel of an asset: value, holdings, price and actions. */
export function AssetPanel({ row, currency, visitorToken, colour, chainColours, actions, onClose }: AssetPanelProps) {
  const copy = useCopy();
  const addressOf = addressesIn(row.parts);
  const chains = new Set(row.parts.map(({ chain }) => chain)).size;
  const wallets = new Set(row.parts.map(({ wallet_label }) => wallet_label)).size;
  return (
    <Dialog
      title={row.name}
      subtitle={`${row.symbol} · ${plural(chains, "network")}`}
      lead={<Avatar name={row.symbol} colour={colour} mark={row.mark} size={40} />}
      shape="drawer"
      actions={<IconButton icon="link" label="Copy link" onClick={() => copy(location.href, "Link copied")} />}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.body} tabIndex={0} aria-label="Details">
        <Facts row={row} currency={currency} />
        <AssetNotes row={row} canAct={actions !== null} />
        <PanelSection
          title="Held in"
          note={`${plural(wallets, "wallet")} on ${plural(chains, "network")}`}
          side={row.value === null ? undefined : <Money amount={row.value} currency={currency} label={row.name} />}
        >
          <ul className={css.parts}>
            {row.parts.map((part) => (
              <Part
                key={`${part.asset} ${part.wallet_address}`}
                part={part}
                row={row}
                address={addressOf(part)}
                currency={currency}
                colour={chainColours.get(part.chain) ?? "var(--c8)"}
              />
            ))}
          </ul>
        </PanelSection>
        {row.priceFigure ? (
          <AssetQuotes figure={row.priceFigure} currency={currency} visitorToken={visitorToken} />
        ) : null}
        <AssetContracts row={row} colours={chainColours} />
      </section>
      {actions ? <Foot row={row} actions={actions} onClose={onClose} /> : null}
    </Dialog>
  );
}
