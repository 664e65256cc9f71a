import { useCurrency } from "../../format/currency";
import { slashedDate } from "../../format/day";
import { clockSeconds, moment } from "../../format/time";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import drawer from "../../ui/drawer.module.css";
import { useExplain } from "../../ui/explain";
import { Icon } from "../../ui/Icon";
import { FailureNote } from "../../ui/Note";
import { Skeleton } from "../../ui/Skeleton";
import { useCopy } from "../../ui/useCopy";
import { isAtExchange } from "./atExchange";
import type { HistoryView } from "./conditions";
import { EntryCost } from "./EntryCost";
import { EntryCounterparty } from "./EntryCounterparty";
import { EntryDecoding } from "./EntryDecoding";
import { EntryFacts } from "./EntryFacts";
import { EntryLegs, type FigureOf } from "./EntryLegs";
import { EntryMatch } from "./EntryMatch";
import { EntryNote } from "./EntryNote";
import css from "./entry.module.css";
import { KindTile } from "./KindIcon";
import { kindName } from "./kinds";
import { feeProblem } from "./problem";
import { useEntry, useLoadPage } from "./queries";
import type { EntryDetails, HistoryPage, HistoryRow } from "./types";
import { useVisitor } from "./visitor";
import { actWords, counterpartyOf, explorerName, partyName } from "./words";

interface DetailsProps {
  details: EntryDetails;
  currency: string;
  onEntry: (entry: string) => void;
  onAdd: (() => void) | null;
}

/** Everything below the amounts, which need the details. */
function Details({ details, currency, onEntry, onAdd }: DetailsProps) {
  const { row, match, cost, mark, facts, note, figures } = details;
  const other = counterpartyOf(row);
  const visitor = useVisitor();
  return (
    <>
      {match.state === "none" ? null : <EntryMatch row={row} match={match} currency={currency} />}
      {cost && onAdd ? (
        <EntryCost
          entry={row.entry}
          cost={cost}
          mark={mark}
          figureOf={(place) => figures[`/${place}`]}
          onEntry={onEntry}
          onAdd={onAdd}
        />
      ) : null}
      {other ? <EntryCounterparty key={other.address} party={other} chain={row.chain} /> : null}
      <EntryDecoding {...details} />
      <EntryFacts facts={facts} />
      {visitor ? null : <EntryNote entry={row.entry} note={note} />}
    </>
  );
}

const Loading = () => (
  <div className={css.loading} aria-busy="true">
    {[0, 1, 2].map((i) => (
      <div key={i}>
        <Skeleton width={140} height={16} />
        <Skeleton width="100%" height={44} />
      </div>
    ))}
  </div>
);

/** The pages of an entry and of its other side on block explorers, one for each network. */
function explorersOf(row: HistoryRow, other: HistoryRow | null | undefined) {
  const links = [row, other].flatMap((one) => {
    const name = one?.explorer_url ? explorerName(one.explorer_url) : null;
    return one?.explorer_url && name ? [{ name, url: one.explorer_url, chain: one.chain_name }] : [];
  });
  return links.filter(({ url }, i) => links.findIndex((link) => link.url === url) === i);
}

interface FootProps {
  row: HistoryRow;
  details: EntryDetails | undefined;
  figure: string | undefined;
}

/** Explain, the explorers and the revision. */
function Foot({ row, details, figure }: FootProps) {
  const explain = useExplain();
  const copy = useCopy();
  const isMatched = details?.match.state === "matched";
  const id = isAtExchange(row) ? `reference of ${row.chain_name}` : "transaction hash";
  return (
    <div className={`${drawer.foot} ${css.foot}`}>
      {explain && figure ? (
        <Button tone="primary" icon="info" onClick={() => explain(figure)}>
          Explain
        </Button>
      ) : null}
      {explorersOf(row, isMatched ? details.match.other : null).map(({ name, url, chain }) => (
        <a
          key={url}
          className={css.explorer}
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          title={`On ${chain}`}
        >
          <Icon name="out" size={16} />
          {name}
          <span className="vh"> on {chain}, opens in a new tab</span>
        </a>
      ))}
      <IconButton
        icon="copy"
        size={16}
        label={`Copy the ${id}`}
        onClick={() => copy(row.transaction, isAtExchange(row) ? "Reference copied" : "Transaction hash copied")}
      />
      {details?.revision ? <span className={css.revision}>Revision {details.revision}</span> : null}
    </div>
  );
}

/** Returns the functions that open the entry above and below among the filtered rows, also across pages. */
function useSteps(
  entry: string,
  page: HistoryPage | undefined,
  view: HistoryView,
  onEntry: EntryDrawerProps["onEntry"],
) {
  const load = useLoadPage(view);
  const at = page?.results.findIndex((row) => row.entry === entry) ?? -1;
  if (!page || at < 0) return { up: null, down: null };
  const onPage = (to: number, pick: (rows: readonly HistoryRow[]) => HistoryRow | undefined) => async () => {
    const loaded = await load(to).catch(() => null);
    const row = loaded ? pick(loaded.results) : undefined;
    if (row) onEntry(row.entry, to);
  };
  const isAt = (i: number) => {
    const row = page.results[i];
    return row ? () => onEntry(row.entry) : null;
  };
  const isMore = page.start + page.results.length < page.total_count;
  return {
    up: isAt(at - 1) ?? (view.page > 0 ? onPage(view.page - 1, (rows) => rows.at(-1)) : null),
    down: isAt(at + 1) ?? (isMore ? onPage(view.page + 1, (rows) => rows[0]) : null),
  };
}

interface EntryDrawerProps {
  entry: string;
  /** The shown page, which may hold the row of the entry. */
  page: HistoryPage | undefined;
  view: HistoryView;
  onEntry: (entry: string | null, page?: number) => void;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
}

/** The drawer of one entry: amounts, match, cost, counterparty, decoding, raw facts and note. */
export function EntryDrawer({ entry, page, view, onEntry, onAdd }: EntryDrawerProps) {
  const { data, error, refetch } = useEntry(entry);
  const { up, down } = useSteps(entry, page, view, onEntry);
  const index = page?.results.findIndex((one) => one.entry === entry) ?? -1;
  const row: HistoryRow | undefined = data?.row ?? page?.results[index];
  const own = useCurrency();
  const currency = page?.currency_code ?? own;
  const figureOf: FigureOf = (place) =>
    data?.figures[`/row/${place}`] ?? (index < 0 ? undefined : page?.figures[`/results/${index}/${place}`]);
  const subtitle = row ? (
    <span title={moment(row.timestamp)}>
      {slashedDate(row.timestamp)}, {clockSeconds(row.timestamp)} · <bdi>{partyName(row.account)}</bdi> ·{" "}
      {kindName(row)}
    </span>
  ) : undefined;
  return (
    <Dialog
      title={row ? actWords(row) : "Transaction"}
      subtitle={subtitle}
      lead={
        row ? (
          <KindTile
            kind={row.kind}
            isOwn={row.own_transfer}
            isFailed={row.failed}
            isWarned={Boolean(row.cost_gap) || row.decoding === "failed"}
            size={36}
          />
        ) : null
      }
      shape="drawer"
      actions={
        <span className={css.steppers}>
          <IconButton icon="up" label="Entry above" disabled={up === null} onClick={() => void up?.()} />
          <IconButton icon="down" label="Entry below" disabled={down === null} onClick={() => void down?.()} />
        </span>
      }
      onClose={() => onEntry(null)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section key={entry} className={`${drawer.body} ${css.body}`} tabIndex={0} aria-label="Details">
        {row ? <EntryLegs row={row} currency={currency} figureOf={figureOf} feeProblem={feeProblem(row)} /> : null}
        {data ? <Details details={data} currency={currency} onEntry={onEntry} onAdd={onAdd} /> : null}
        {!data && !error ? <Loading /> : null}
        {error && !data ? (
          <FailureNote title="Couldn't load this entry" failure={error} onRetry={() => void refetch()} />
        ) : null}
      </section>
      {row ? <Foot row={row} details={data} figure={figureOf("value_then") ?? figureOf("fee_then")} /> : null}
    </Dialog>
  );
}
