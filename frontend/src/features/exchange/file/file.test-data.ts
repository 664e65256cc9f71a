import type { ExchangeFile, ExchangeFilePreview, ExchangeFileRow } from "../types";

export const row = (over: Partial<ExchangeFileRow> = {}): ExchangeFileRow => ({
  line: 2,
  verdict: "counts",
  timestamp: "2024-02-03T11:02:00Z",
  words: "deposit",
  amounts: [{ asset: "fiat:iso4217/code:EUR", symbol: "EUR", amount: "100", is_fee: false }],
  reason: null,
  ...over,
});

const euro = { asset: "fiat:iso4217/code:EUR", symbol: "EUR" };

/** A preview with a row of each status. */
export const preview = (over: Partial<ExchangeFilePreview> = {}): ExchangeFilePreview => ({
  form: "Ledgers",
  starts_on: "2024-02-03T11:02:00Z",
  ends_on: "2024-02-05T11:10:00Z",
  counting_count: 2,
  listed_count: 1,
  unlisted_count: 1,
  unchanging_count: 1,
  unreadable_count: 1,
  rows: [
    row(),
    row({
      line: 3,
      words: "trade",
      amounts: [
        { ...euro, amount: "-50.1234567", is_fee: false },
        { ...euro, amount: "-0.13", is_fee: true },
      ],
    }),
    row({ line: 4, verdict: "listed" }),
    row({ line: 5, verdict: "no_change", timestamp: null, words: null, amounts: [] }),
    row({ line: 6, verdict: "unlisted", words: "staking" }),
    row({
      ...{ line: 7, verdict: "unreadable", timestamp: null, words: null, amounts: [] },
      reason: "This number has a comma.",
    }),
  ],
  ...over,
});

/** A file that was imported. */
export const importedFile = (over: Partial<ExchangeFile> = {}): ExchangeFile => ({
  id: "f1",
  form: "Ledgers",
  starts_on: "2024-02-03T11:02:00Z",
  ends_on: "2024-02-05T11:10:00Z",
  row_count: 4,
  unreadable_count: 0,
  count_unlisted: false,
  imported_on: "2026-11-20T14:00:00Z",
  ...over,
});
