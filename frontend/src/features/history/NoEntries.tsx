import { plural } from "../../format/text";
import { useDollar } from "../../queries/displayRate";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/Note";
import { cleared, filterWords, type HistoryView, isNarrowed } from "./conditions";
import { isNothingAsked } from "./coverage";
import type { HistoryCoverage, HistoryFilters } from "./types";

interface NoEntriesProps {
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  filters: HistoryFilters | undefined;
  coverage: HistoryCoverage;
  dustHidden: number;
  /** Opens the add-wallet dialog; null for visitors. */
  onAdd: (() => void) | null;
}

const dustWords = (hidden: number, dollar: string): string =>
  `${plural(hidden, "entry", "entries")} under ${dollar} hidden.`;

/** The filters in words, with what matches them but is hidden. */
function narrowedWords(
  view: HistoryView,
  filters: HistoryFilters | undefined,
  dustHidden: number,
  dollar: string,
): string {
  const words = filterWords(view, filters, dollar);
  return dustHidden > 0 ? `${words} ${dustWords(dustHidden, dollar)}` : words;
}

/** Why there are no entries without filters. */
function reasonWords(coverage: HistoryCoverage, dustHidden: number, dollar: string, isVisitor: boolean): string {
  const { accounts, accounts_done, complete, gaps } = coverage;
  if (isNothingAsked(coverage) && !isVisitor) return "Add a wallet to see its history.";
  if (!complete && accounts_done < accounts)
    return `${plural(accounts - accounts_done, "account")} still reading. Entries appear as they are read.`;
  if (dustHidden > 0) return dustWords(dustHidden, dollar);
  if (!complete && gaps.length > 0) return "Not everything could be read, so that some may be missing.";
  if (accounts === 0) return "These wallets have no activity.";
  return "Your accounts have no transactions that a source lists.";
}

/** The state without entries: the filters in words, or what the history waits for. */
export function NoEntries({ view, onView, filters, coverage, dustHidden, onAdd }: NoEntriesProps) {
  const narrowed = isNarrowed(view);
  const dollar = useDollar();
  const actions = (
    <>
      {view.year.length > 0 || view.period ? (
        <Button small onClick={() => onView({ year: [], period: null })}>
          Clear the dates
        </Button>
      ) : null}
      {narrowed ? (
        <Button small onClick={() => onView(cleared(view))}>
          Clear all
        </Button>
      ) : null}
      {dustHidden > 0 ? (
        <Button small onClick={() => onView({ hideDust: false })}>
          Show dust
        </Button>
      ) : null}
      {!narrowed && isNothingAsked(coverage) && onAdd ? (
        <Button small tone="primary" icon="plus" onClick={onAdd}>
          Add wallet
        </Button>
      ) : null}
    </>
  );
  return (
    <EmptyState icon={narrowed ? "search" : "whale"} title="No transactions found" actions={actions}>
      {narrowed
        ? narrowedWords(view, filters, dustHidden, dollar)
        : reasonWords(coverage, dustHidden, dollar, onAdd === null)}
    </EmptyState>
  );
}
