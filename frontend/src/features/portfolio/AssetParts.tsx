import { percent, shortQuantity } from "../../format/quantity";
import { Button } from "../../ui/Button";
import { Disc } from "../../ui/Disc";
import { Icon } from "../../ui/Icon";
import { Money, Price } from "../../ui/Money";
import type { ViewPart, ViewRow } from "./assetView";
import { DecimalsStep } from "./DecimalsStep";
import { addressesIn } from "./places";
import type { AssumedDecimals } from "./queries";
import { ReceiptTag } from "./ReceiptTag";
import type { ToPrice } from "./SetPrice";
import css from "./table.module.css";

/** Letters of an amount that fit beside a name on a phone. */
const ROOM = 19;

interface PartProps {
  part: ViewPart;
  row: ViewRow;
  /** Its address, where the wallet's name does not tell it from another part. */
  address: string | null;
  currency: string;
  colour: string;
}

/** A quantity, or the chain's own integer where the decimals are unknown. */
function amountOf({ amount, raw_amount, assumed_decimals: assumed }: ViewPart): string {
  if (amount !== null) return shortQuantity(amount);
  if (assumed?.amount) return `about ${shortQuantity(assumed.amount)} if ${assumed.decimals} decimals`;
  return `${raw_amount ?? "?"} smallest units`;
}

type AssumedPart = ViewPart & { assumed_decimals: AssumedDecimals };

/** Parts whose decimals a list states, each asset once. */
function assumedIn(parts: readonly ViewPart[]): AssumedPart[] {
  const assets = new Map<string, AssumedPart>();
  for (const part of parts)
    if (part.assumed_decimals) assets.set(part.asset, { ...part, assumed_decimals: part.assumed_decimals });
  return [...assets.values()];
}

/** What one wallet holds of the asset on one network. Assets that are the same thing keep their own symbols. */
function Part({ part, row, address, currency, colour }: PartProps) {
  const isOther = part.symbol !== row.symbol;
  const place = address === null ? part.wallet_label : `${part.wallet_label}, ${address}`;
  const label = `${isOther ? part.symbol : row.name} of ${place} on ${part.chain_name}`;
  return (
    <tr className={css.part}>
      <th scope="row">
        <span className={css.partName}>
          <Disc name={part.chain_name} colour={colour} size={18} />
          <span>
            {isOther ? `${part.symbol} on ${part.chain_name}` : part.chain_name}
            <ReceiptTag of={part.receipt} />
            <span className={css.only}>{place}</span>
          </span>
        </span>
      </th>
      <td className={css.num}>
        {part.price === null ? (
          "–"
        ) : (
          <Price amount={part.price} currency={currency} figure={part.priceFigure} label={`${label}, price`} />
        )}
        {part.own ? <span className={css.own}>Custom</span> : null}
      </td>
      <td className={`${css.num} ${css.amountCell}`} title={part.amount ?? part.raw_amount ?? undefined}>
        {amountOf(part)}
      </td>
      <td className={`${css.num} ${css.valueCell}`}>
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
      </td>
      <td>
        <span className={css.share}>
          <span className={css.shareWords}>{part.share === null ? "–" : percent(part.share)}</span>
        </span>
      </td>
      <td>
        {part.wallet_label}
        {address === null ? null : (
          <>
            , <span className={css.address}>{address}</span>
          </>
        )}
        {part.stale ? <span className={css.own}>out of date</span> : null}
        {part.explorer_url ? (
          <a
            className={css.out}
            href={part.explorer_url}
            target="_blank"
            rel="noreferrer noopener"
            aria-label={`${label}, in the block explorer`}
          >
            <Icon name="out" size={14} />
          </a>
        ) : null}
      </td>
    </tr>
  );
}

/** What can be done about an asset. */
export interface AssetSteps {
  onSetPrice: (what: ToPrice) => void;
  onClearPrice: (row: ViewRow) => void;
  onHide: (row: ViewRow) => void;
  /** Stops looking for the parts that the person added by contract address. */
  onRemoveToken: (row: ViewRow) => void;
}

interface AssetPartsProps {
  row: ViewRow;
  currency: string;
  chainColours: ReadonlyMap<string, string>;
  steps: AssetSteps | null;
}

const Steps = ({ row, onSetPrice, onClearPrice, onHide, onRemoveToken }: AssetSteps & { row: ViewRow }) => (
  <span className={css.steps}>
    <Button tone="link" small icon="tag" onClick={() => onSetPrice(row)}>
      {row.price === null ? "Set a price" : "Change price"}
    </Button>
    {row.assets.some(({ price }) => price !== null) ? (
      <Button tone="link" small icon="refresh" onClick={() => onClearPrice(row)}>
        Use market price
      </Button>
    ) : null}
    <Button tone="link" small icon="hide" onClick={() => onHide(row)}>
      Hide {row.symbol}
    </Button>
    {row.parts.some(({ added }) => added) ? (
      <Button tone="link" small icon="close" onClick={() => onRemoveToken(row)}>
        Remove added token
      </Button>
    ) : null}
  </span>
);

/** An asset opened: its parts, and what can be done about it. */
export function AssetParts({ row, currency, chainColours, steps }: AssetPartsProps) {
  // What the closed row says in a word.
  const notes = [...row.reasons, ...row.flags];
  const addressOf = addressesIn(row.parts);
  const assumed = assumedIn(row.parts);
  const receipts = [...new Set(row.parts.flatMap(({ receipt }) => receipt?.text ?? []))];
  return (
    <>
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
      {steps || notes.length + receipts.length + assumed.length > 0 ? (
        <tr className={`${css.part} ${css.stepsRow}`}>
          <td colSpan={6}>
            {receipts.map((text) => (
              <p key={text} className={`${css.odd} ${css.told}`}>
                {text}
              </p>
            ))}
            {notes.map(({ text }) => (
              <p key={text} className={css.odd}>
                {text}
              </p>
            ))}
            {assumed.map(({ asset, assumed_decimals: { decimals, list, accepted } }) =>
              accepted ? (
                <p key={asset} className={css.odd}>
                  Counted with {decimals} decimals. {list} states them, its contract does not. You accepted them.
                </p>
              ) : null,
            )}
            {steps ? <Steps row={row} {...steps} /> : null}
            {steps
              ? assumed.map(({ asset, symbol, assumed_decimals }) => (
                  <DecimalsStep key={asset} asset={asset} symbol={symbol} assumed={assumed_decimals} />
                ))
              : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}
