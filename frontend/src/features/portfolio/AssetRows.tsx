import { Fragment, Suspense, useState } from "react";
import { lazyPart } from "../../ui/lazyPart";
import { AssetLine } from "./AssetLine";
import type { ViewRow } from "./assetView";
import { columnsOf, type TableSetup } from "./tableSetup";

const PlaceRows = lazyPart(() => import("./PlaceRows"), "PlaceRows");
const PriceLineCell = lazyPart(() => import("./PriceLineCell"), "PriceLineCell");

/** How many assets have their prices loaded together. */
const PRICED = 50;

const colourIn = (colours: ReadonlyMap<string, string>, id: string) => colours.get(id) ?? "var(--c8)";

/** The ids of the rows whose places are open. */
function useOpenPlaces(): [ReadonlySet<string>, (id: string) => void] {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return [open, toggle];
}

interface AssetRowsProps {
  rows: readonly ViewRow[];
  /** All rows of the table, whose past prices are loaded together. */
  shown: readonly ViewRow[];
  table: TableSetup;
}

/** Rows of assets, each with its places below it while these are open. */
export function AssetRows({ rows, shown, table }: AssetRowsProps) {
  const { portfolio, visitorToken, colours, view, gains, hasLines, openId, onOpen, actions } = table;
  const { currency_code: currency, networks } = portfolio;
  const [open, toggle] = useOpenPlaces();
  const priced = [...new Set(shown.map(({ asset }) => asset))].slice(0, PRICED);
  const lineOf = (row: ViewRow) => (
    <Suspense>
      <PriceLineCell row={row} currency={currency} assets={priced} visitorToken={visitorToken} />
    </Suspense>
  );
  return rows.map((row) => (
    <Fragment key={row.id}>
      <AssetLine
        row={row}
        currency={currency}
        colour={colourIn(colours, row.group)}
        sorted={view.sort}
        gains={gains}
        line={hasLines ? lineOf(row) : null}
        isOpen={openId === row.group}
        onOpen={() => onOpen(row.group)}
        hasOpenPlaces={open.has(row.id)}
        onPlaces={() => toggle(row.id)}
        actions={actions}
      />
      {open.has(row.id) ? (
        <Suspense>
          <PlaceRows
            row={row}
            currency={currency}
            chainColours={new Map(networks.map(({ chain, color }) => [chain, color]))}
            {...columnsOf(table)}
          />
        </Suspense>
      ) : null}
    </Fragment>
  ));
}
