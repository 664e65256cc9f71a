import type { ReactNode } from "react";
import { useAmountText } from "../../format/amounts";
import { tone } from "../../format/money";
import { percent, percentChange } from "../../format/quantity";
import { plural } from "../../format/text";
import { Avatar } from "../../ui/Avatar";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import drawer from "../../ui/drawer.module.css";
import { useExplain } from "../../ui/explain";
import { Money, Price } from "../../ui/Money";
import { useCopy } from "../../ui/useCopy";
import { AssetContracts } from "./AssetContracts";
import { AssetCosts } from "./AssetCosts";
import { AssetHoldings } from "./AssetHoldings";
import { AssetNotes } from "./AssetNotes";
import { AssetPrices } from "./AssetPrices";
import { AssetQuotes } from "./AssetQuotes";
import type { AssetActions } from "./AssetTable";
import css from "./assetPanel.module.css";
import type { ViewRow } from "./assetView";
import type { AssetMove, VisitorToken } from "./types";

/** The maximum length of an amount, so that the name keeps enough space. */
const ROOM = 18;

function Facts({ row, currency }: { row: ViewRow; currency: string }) {
  const { name, symbol, value, valueFigure, price, priceFigure, change, amount, share } = row;
  const text = useAmountText();
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
        <dd title={amount === null ? undefined : text.raw(amount)}>
          {amount === null ? "–" : text.shortQuantity(amount)}
          <small>{share === null ? symbol : `${percent(share)} share`}</small>
        </dd>
      </div>
    </dl>
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
    <div className={`${drawer.foot} ${css.foot}`}>
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
  /** How much it changed the total in 24 hours, if it is among what moved most. */
  move: AssetMove | undefined;
  /** Whether what it cost is known of what the row has: of all wallets. */
  hasCosts: boolean;
  /** What other features say about the asset; null where no history is kept. */
  history: ReactNode;
  /** Null in a view-only portfolio. */
  actions: AssetActions | null;
  onClose: () => void;
}

/** The panel of an asset: value, price over time, holdings, cost, price, entries and actions. */
export function AssetPanel({ row, currency, visitorToken, colour, chainColours, ...rest }: AssetPanelProps) {
  const { move, hasCosts, history, actions, onClose } = rest;
  const own = { row, currency, visitorToken };
  const copy = useCopy();
  const chains = new Set(row.parts.map(({ chain }) => chain)).size;
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
      <section className={`${drawer.body} ${css.body}`} tabIndex={0} aria-label="Details">
        <Facts row={row} currency={currency} />
        <AssetNotes row={row} canAct={actions !== null} />
        {history === null ? null : <AssetPrices {...own} move={move} />}
        <AssetHoldings row={row} currency={currency} chainColours={chainColours} />
        {hasCosts ? <AssetCosts {...own} /> : null}
        {row.priceFigure ? (
          <AssetQuotes figure={row.priceFigure} currency={currency} visitorToken={visitorToken} />
        ) : null}
        {history}
        <AssetContracts row={row} colours={chainColours} />
      </section>
      {actions ? <Foot row={row} actions={actions} onClose={onClose} /> : null}
    </Dialog>
  );
}
