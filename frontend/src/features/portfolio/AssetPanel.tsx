import type { ReactNode } from "react";
import { tone } from "../../format/money";
import { percent, percentChange, shortQuantity } from "../../format/quantity";
import { plural } from "../../format/text";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Disc } from "../../ui/Disc";
import { useExplain } from "../../ui/explain";
import { Icon } from "../../ui/Icon";
import { Money, Price, Quantity } from "../../ui/Money";
import { useCopy } from "../../ui/useCopy";
import { AssetQuotes } from "./AssetQuotes";
import type { AssetSteps } from "./AssetTable";
import css from "./assetPanel.module.css";
import type { ViewPart, ViewRow } from "./assetView";
import { contractsOf } from "./contracts";
import { DecimalsStep } from "./DecimalsStep";
import { addressesIn } from "./places";
import type { AssumedDecimals, Viewer } from "./queries";
import { ReceiptTag } from "./ReceiptTag";

/** Letters of an amount that leave a name its room. */
const ROOM = 18;

interface SectionProps {
  title: string;
  note?: string | undefined;
  side?: ReactNode;
  children: ReactNode;
}

const Section = ({ title, note, side, children }: SectionProps) => (
  <section>
    <div className={css.head}>
      <h3>
        {title}
        {note ? <small>{note}</small> : null}
      </h3>
      {side === undefined ? null : <b>{side}</b>}
    </div>
    {children}
  </section>
);

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

/** A quantity, or the chain's own integer where the decimals are unknown. */
function amountOf({ amount, raw_amount, assumed_decimals: assumed }: ViewPart): string {
  if (amount !== null) return shortQuantity(amount);
  if (assumed?.amount) return `About ${shortQuantity(assumed.amount)} if ${assumed.decimals} decimals`;
  return `${raw_amount ?? "?"} smallest units`;
}

interface PartProps {
  part: ViewPart;
  row: ViewRow;
  /** Its address, where the wallet's name does not tell it from another part. */
  address: string | null;
  currency: string;
  colour: string;
}

/** What one wallet holds of the asset on one network. Assets that are the same thing keep their own symbols. */
function Part({ part, row, address, currency, colour }: PartProps) {
  const isOther = part.symbol !== row.symbol;
  const place = address === null ? part.wallet_label : `${part.wallet_label}, ${address}`;
  const label = `${isOther ? part.symbol : row.name} of ${place} on ${part.chain_name}`;
  return (
    <li>
      <Disc name={part.chain_name} colour={colour} mark={part.chainMark} size={24} />
      <span className={css.two}>
        <span title={part.wallet_address}>{place}</span>
        <small>
          {isOther ? `${part.symbol} on ${part.chain_name}` : part.chain_name}
          <ReceiptTag of={part.receipt} />
          {part.stale ? <span className={css.tag}>Out of date</span> : null}
          {part.own ? <span className={css.tag}>Custom price</span> : null}
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

/** The contracts of the asset, one a network; an imitation's are not offered for copying. */
function Contracts({ row, colours }: { row: ViewRow; colours: ReadonlyMap<string, string> }) {
  const copy = useCopy();
  const contracts = contractsOf(row);
  if (contracts.length === 0 || row.flags.length > 0) return null;
  return (
    <Section title="Contracts">
      <ul className={css.contracts}>
        {contracts.map(({ chain, chainName, mark, address, short }) => (
          <li key={`${chain} ${address}`}>
            <Disc name={chainName} colour={colours.get(chain) ?? "var(--c8)"} mark={mark} size={18} />
            <span>{chainName}</span>
            <code title={address}>{short}</code>
            <IconButton
              icon="copy"
              size={15}
              label={`Copy the contract on ${chainName}`}
              onClick={() => copy(address, "Copied")}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type AssumedPart = ViewPart & { assumed_decimals: AssumedDecimals };

/** Parts whose decimals a list states, each asset once. */
function assumedIn(parts: readonly ViewPart[]): AssumedPart[] {
  const assets = new Map<string, AssumedPart>();
  for (const part of parts)
    if (part.assumed_decimals) assets.set(part.asset, { ...part, assumed_decimals: part.assumed_decimals });
  return [...assets.values()];
}

/** What is odd about the asset, each in a sentence. */
function Notes({ row, canAct }: { row: ViewRow; canAct: boolean }) {
  const receipts = row.parts.flatMap(({ receipt }) => receipt?.text ?? []);
  const texts = [...row.reasons, ...row.flags].map(({ text }) => text);
  const assumed = assumedIn(row.parts);
  const accepted = assumed
    .filter(({ assumed_decimals: { accepted: isAccepted } }) => isAccepted)
    .map(
      ({ assumed_decimals: { decimals, list } }) =>
        `Counted with ${decimals} decimals from ${list}, because its contract states none. You accepted them.`,
    );
  const all = [...new Set([...texts, ...accepted, ...receipts])];
  if (all.length === 0 && assumed.length === 0) return null;
  return (
    <div className={css.notes}>
      {all.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {canAct
        ? assumed.map(({ asset, symbol, assumed_decimals }) => (
            <DecimalsStep key={asset} asset={asset} symbol={symbol} assumed={assumed_decimals} />
          ))
        : null}
    </div>
  );
}

interface FootProps {
  row: ViewRow;
  steps: AssetSteps;
  onClose: () => void;
}

/** What can be done about the asset. What changes the list closes the panel. */
function Foot({ row, steps, onClose }: FootProps) {
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
      <Button icon="tag" onClick={() => steps.onSetPrice(row)}>
        {row.manual_price ? "Change price" : "Set a price"}
      </Button>
      {row.assets.some(({ price }) => price !== null) ? (
        <Button icon="refresh" onClick={() => steps.onClearPrice(row)}>
          Use market price
        </Button>
      ) : null}
      {row.parts.some(({ added }) => added) ? (
        <Button icon="close" onClick={closing(steps.onRemoveToken)}>
          Remove added token
        </Button>
      ) : null}
      <Button tone="link" icon="hide" className={css.last} onClick={closing(steps.onHide)}>
        Hide {row.symbol}
      </Button>
    </div>
  );
}

interface AssetPanelProps {
  row: ViewRow;
  currency: string;
  viewer: Viewer;
  colour: string;
  /** Colours of the networks. */
  chainColours: ReadonlyMap<string, string>;
  /** Null where one can only look. */
  steps: AssetSteps | null;
  onClose: () => void;
}

/** One asset: what it is worth, where it is held, how it is priced, and what can be done about it. */
export function AssetPanel({ row, currency, viewer, colour, chainColours, steps, onClose }: AssetPanelProps) {
  const addressOf = addressesIn(row.parts);
  const chains = new Set(row.parts.map(({ chain }) => chain)).size;
  const wallets = new Set(row.parts.map(({ wallet_label }) => wallet_label)).size;
  return (
    <Dialog
      title={row.name}
      subtitle={`${row.symbol} · ${plural(chains, "network")}`}
      lead={<Disc name={row.symbol} colour={colour} mark={row.mark} size={40} />}
      shape="drawer"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={css.body} tabIndex={0} aria-label="Details">
        <Facts row={row} currency={currency} />
        <Notes row={row} canAct={steps !== null} />
        <Section
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
        </Section>
        {row.priceFigure ? <AssetQuotes figure={row.priceFigure} currency={currency} viewer={viewer} /> : null}
        <Contracts row={row} colours={chainColours} />
      </section>
      {steps ? <Foot row={row} steps={steps} onClose={onClose} /> : null}
    </Dialog>
  );
}
