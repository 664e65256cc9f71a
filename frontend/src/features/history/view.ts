import type { EntryDetails, HistoryCoverage, HistoryPage, LedgerEntry, Transactions, VisitorPage } from "./types";

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
    return { ...page, coverage: coverageOf(answer) };
  }
  const { view: _, ...page } = answer;
  return page;
}

/** Converts an entry to the one that is shown. In a visitor's view, what only the owner sees is empty. */
export function toEntryDetails(answer: LedgerEntry): EntryDetails {
  if (answer.view !== "shared") {
    const { view: _, ...entry } = answer;
    return entry;
  }
  const { view: _, match, facts, ...entry } = answer;
  return {
    ...entry,
    revision: null,
    stored_at: null,
    facts: facts.map((fact) => ({ ...fact, read_at: null })),
    note: null,
    mark: null,
    match: {
      state: match ? "matched" : "none",
      reason: match?.reason ?? null,
      other: match?.other ?? null,
      candidates: [],
    },
  };
}
