/** One number for each period; NaN where there is none. Only for lengths on the screen, never for a shown figure. */
export type ChartColumn = Float64Array;

/** Converts amounts to numbers, from the period `first` on; NaN before, after and where an amount is not known. */
export function chartColumn(amounts: readonly (string | null)[], first: number, length: number): ChartColumn {
  const column = new Float64Array(length).fill(Number.NaN);
  amounts.forEach((amount, i) => {
    if (amount !== null && first + i < length) column[first + i] = Number(amount);
  });
  return column;
}

/** Adds up columns; a number that is not known counts as zero, unless all are not known. */
export function addColumns(columns: readonly ChartColumn[], length: number): ChartColumn {
  const sum = new Float64Array(length).fill(Number.NaN);
  for (const column of columns)
    for (let i = 0; i < length; i += 1) {
      const value = column[i] ?? Number.NaN;
      if (!Number.isNaN(value)) sum[i] = (Number.isNaN(sum[i] ?? 0) ? 0 : (sum[i] ?? 0)) + value;
    }
  return sum;
}

/** The upper edges of bands that are stacked on each other, the lowest first. */
export function stackTops(bands: readonly ChartColumn[], length: number): ChartColumn[] {
  let below = new Float64Array(length);
  return bands.map((band) => {
    const top = below.map((value, i) => value + (band[i] || 0));
    below = top;
    return top;
  });
}

/** A span of periods, both ends included. */
export type ChartRange = readonly [from: number, to: number];

/** The spans between `from` and `to` in which every column has a number. */
export function runsOf(columns: readonly ChartColumn[], [from, to]: ChartRange): ChartRange[] {
  const runs: ChartRange[] = [];
  let start: number | null = null;
  for (let i = from; i <= to + 1; i += 1) {
    const isKnown = i <= to && columns.every((column) => !Number.isNaN(column[i] ?? Number.NaN));
    if (isKnown) start ??= i;
    else if (start !== null) {
      runs.push([start, i - 1]);
      start = null;
    }
  }
  return runs;
}

/** The periods of a span at which a column changes, with both ends: all that a line of steps needs. */
export function changesOf(column: ChartColumn, [from, to]: ChartRange): number[] {
  const kept = [from];
  for (let i = from + 1; i < to; i += 1) if (column[i] !== column[i - 1]) kept.push(i);
  if (to > from) kept.push(to);
  return kept;
}

/** The largest number of the columns in a span; zero without any. */
export function largestOf(columns: readonly ChartColumn[], [from, to]: ChartRange): number {
  let largest = 0;
  for (const column of columns) for (let i = from; i <= to; i += 1) largest = Math.max(largest, column[i] || 0);
  return largest;
}
