import type {
  EntryDetails,
  HistoryCoverage,
  HistoryPage,
  HistoryRow,
  LedgerEntry,
  RowGap,
  Transactions,
  VisitorPage,
} from "./types";

/** A row without the cost that it lacks, which is requested apart. */
const rowOf = (row: Transactions["results"][number]): HistoryRow => ({ ...row, cost_gap: null });

/** Adds the costs that the rows of a page lack. */
export function withCostGaps(page: HistoryPage, gaps: readonly RowGap[] | undefined): HistoryPage {
  if (!gaps?.length) return page;
  const byEntry = new Map(gaps.map((gap) => [gap.entry, gap]));
  return { ...page, results: page.results.map((row) => ({ ...row, cost_gap: byEntry.get(row.entry) ?? null })) };
}

function coverageOf({ coverage }: VisitorPage): HistoryCoverage {
  return {
    ...coverage,
    gaps: coverage.gaps.map((gap) => ({ ...gap, remedy: null })),
    accounts_status: coverage.accounts_status.map((account) => ({
      ...account,
      cap: null,
      error: null,
      next_attempt: null,
    })),
  };
}

/** Converts a page of entries to the one that is shown. In a visitor's view, what only the owner sees is empty. */
export function toHistoryPage(answer: Transactions): HistoryPage {
  if (answer.view === "shared") {
    const { view: _, ...page } = answer;
    const own = { waiting: [], waiting_unlisted: 0, figures: {} };
    return { ...page, results: answer.results.map(rowOf), coverage: coverageOf(answer), ...own };
  }
  const { view: _, ...page } = answer;
  return { ...page, results: answer.results.map(rowOf) };
}

/** Converts an entry to the one that is shown. In a visitor's view, what only the owner sees is empty. */
export function toEntryDetails(answer: LedgerEntry): EntryDetails {
  if (answer.view !== "shared") {
    const { view: _, row, match, ...entry } = answer;
    const { other, candidates } = match;
    return {
      ...entry,
      row: rowOf(row),
      match: { ...match, other: other && rowOf(other), candidates: candidates.map(rowOf) },
    };
  }
  const { view: _, row, match, facts, ...entry } = answer;
  return {
    ...entry,
    row: rowOf(row),
    revision: null,
    stored_at: null,
    facts: facts.map((fact) => ({ ...fact, read_at: null })),
    note: null,
    mark: null,
    cost: null,
    figures: {},
    match: {
      state: match ? "matched" : "none",
      reason: match?.reason ?? null,
      other: match?.other ? rowOf(match.other) : null,
      candidates: [],
    },
  };
}
