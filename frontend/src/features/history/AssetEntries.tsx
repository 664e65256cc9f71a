import { Link } from "react-router";
import { slashedDate } from "../../format/day";
import { isUnpriced } from "../../format/partialTotal";
import { plural } from "../../format/text";
import { clock, moment } from "../../format/time";
import { Button } from "../../ui/Button";
import { Change } from "../../ui/Money";
import { InlineFailure } from "../../ui/Note";
import { PanelSection } from "../../ui/PanelSection";
import css from "./assetEntries.module.css";
import { KindTile } from "./KindIcon";
import { kindDetail, kindName } from "./kinds";
import { LegAmount } from "./LegLine";
import { legsOf, noLegsWords } from "./legs";
import { useAssetEntries } from "./newestEntries";
import type { HistoryRow } from "./types";

interface RowProps {
  row: HistoryRow;
  /** The ids of the asset. */
  assets: readonly string[];
  path: string;
}

/** How much of the asset moved, or paid the fee. */
function OwnAmount({ row, assets }: Pick<RowProps, "row" | "assets">) {
  const moved = legsOf(row).find(({ leg }) => assets.includes(leg.asset));
  if (moved) return <LegAmount {...moved} />;
  const fee = row.legs.find(({ role, asset }) => role === "fee" && assets.includes(asset));
  return (
    <span className={css.none}>
      {fee ? (
        <>
          Fee <LegAmount leg={fee} sign="none" />
        </>
      ) : (
        noLegsWords(row)
      )}
    </span>
  );
}

/** One entry: what, when, and how much of the asset. The whole row opens it. */
function Row({ row, assets, path }: RowProps) {
  return (
    <li>
      <KindTile kind={row.kind} isOwn={row.own_transfer} isFailed={row.failed} isWarned={row.decoding === "failed"} />
      <span className={css.two}>
        <Link to={path} className={css.open}>
          {kindName(row)}
          <span className="vh">, {moment(row.timestamp)}</span>
        </Link>
        <small>
          <time dateTime={row.timestamp}>
            {slashedDate(row.timestamp)}, {clock(row.timestamp)}
          </time>{" "}
          · {kindDetail(row)}
        </small>
      </span>
      <OwnAmount row={row} assets={assets} />
    </li>
  );
}

interface AssetEntriesProps {
  /** The group of the asset. */
  group: string;
  /** Its ids on all networks. */
  assets: readonly string[];
  /** The token of a share session; null on the person's own page. */
  visitor: string | null;
  /** The wallets that count; empty for all. */
  wallets: readonly string[];
  paths: {
    /** The path of Transaction history. */
    history: string;
    /** The path of an entry there. */
    entry: (id: string) => string;
  };
}

/** The newest entries of an asset, and what its disposals realized. Left out until they are known, and where there are none. */
export function AssetEntries({ group, assets, visitor, wallets, paths }: AssetEntriesProps) {
  const { page, sums, failed } = useAssetEntries(group, visitor, wallets);
  if (failed)
    return (
      <PanelSection title="Transactions">
        <InlineFailure>
          {failed.error.message}{" "}
          <Button tone="link" small onClick={() => void failed.refetch()}>
            Try again
          </Button>
        </InlineFailure>
      </PanelSection>
    );
  if (!page || page.total_count === 0) return null;
  const separator = paths.history.includes("?") ? "&" : "?";
  const all = `${paths.history}${separator}asset=${encodeURIComponent(group)}`;
  return (
    <PanelSection
      title="Transactions"
      note={plural(page.total_count, "entry", "entries")}
      side={
        <Link to={all} className={css.all}>
          See all
        </Link>
      }
    >
      <ul className={css.rows}>
        {page.results.map((row) => (
          <Row key={row.entry} row={row} assets={assets} path={paths.entry(row.entry)} />
        ))}
      </ul>
      {sums && !isUnpriced(sums.realized) && sums.realized.value !== "0" ? (
        <p className={css.realized}>
          Realized gain of these transactions
          <b>
            <Change amount={sums.realized.value} currency={sums.currency_code} label="Realized gain" />
          </b>
        </p>
      ) : null}
    </PanelSection>
  );
}
