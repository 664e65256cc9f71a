import { ADDRESS_HEADINGS } from "./headings";

/** What the headings of columns with hashes of transactions contain. */
const HASH = /hash|txid|transactionid|signature/;
/** How many lines after the first are searched for an address, to tell whether the first one is a header. */
const HEADING_LINES = 20;
/** The most characters of a heading. */
const LONGEST_HEADING = 60;
/** A line that states the separator, which spreadsheets write and read. */
const DECLARED = /^sep=([,;\t])$/;

/** Whether a cell has the form of a common address or of an extended public key. */
export const isAddress = (cell: string): boolean =>
  /^(0x[\da-f]{40}|bc1[02-9ac-hj-np-z]{39,59}|[xyz]pub[1-9a-z]{100,110})$/i.test(cell);

/** The columns that the header of a file names. */
export interface Columns {
  /** The index of the address column; -1 if the header does not name it. */
  address: number;
  /** The indexes of columns with hashes of transactions, which have the form of private keys. */
  hashes: ReadonlySet<number>;
}

/** The structure of a file. */
export interface Table {
  separator: string;
  columns: Columns;
  /** The indexes of the lines with cells, without the header. */
  rows: readonly number[];
}

/** The first separator outside of quotes. */
const firstSeparator = (line: string): string | undefined => line.replace(/"[^"]*("|$)/g, "").match(/[,;\t]/)?.[0];

/** Removes what keeps a spreadsheet from reading a cell as a number or a formula, as in `="0x12"` and `'=1+1`. */
function unguarded(cell: string): string {
  const inner = cell.replace(/^="(.*)"$/s, "$1").trim();
  const bare = inner.replace(/^'/, "");
  return /^[=+@-]/.test(bare) || isAddress(bare) ? bare : inner;
}

/** Splits a line into its cells. */
export function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?([^${separator}]*)(${separator}|$)`, "gy");
  const cells: string[] = [];
  for (const [, quoted = "", rest = "", end] of line.matchAll(cell)) {
    cells.push(unguarded((quoted.replaceAll('""', '"') + rest).trim()));
    if (end === "") break;
  }
  return cells;
}

/** Whether cells may name columns: several short texts, none of which is or may be meant as an address or a name. */
const isHeading = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.every(
    (cell) =>
      cell.length <= LONGEST_HEADING && /\p{Alphabetic}/u.test(cell) && !/(\d\D*){5}|\./.test(cell) && !isAddress(cell),
  );

/** The columns, if the first row is a header: it names the address column, or is one by its form and is followed by an address. */
function columnsOf([first = [], ...others]: readonly string[][]): Columns | null {
  const names = first.map((cell) => cell.replace(/[^\p{Alphabetic}\p{N}]/gu, "").toLowerCase());
  const known = ADDRESS_HEADINGS.find((name) => names.includes(name));
  if (known === undefined && !(isHeading(first) && others.some((cells) => cells.some(isAddress)))) return null;
  const hashes = names.flatMap((name, at) => (HASH.test(name) ? [at] : []));
  return { address: known === undefined ? -1 : names.indexOf(known), hashes: new Set(hashes) };
}

/** The structure of a file, from its lines with content: like the server, as long as its rows do not depend on networks. */
export function tableOf(lines: readonly string[], content: readonly number[]): Table {
  const lineAt = (at: number | undefined): string => (at === undefined ? "" : (lines[at] ?? ""));
  const declared = DECLARED.exec(lineAt(content[0]))?.[1];
  const rows = declared === undefined ? content : content.slice(1);
  let separator = declared;
  for (const at of rows) separator ??= firstSeparator(lineAt(at));
  separator ??= ",";
  const columns = columnsOf(rows.slice(0, HEADING_LINES + 1).map((at) => cellsOf(lineAt(at), separator)));
  return columns
    ? { separator, columns, rows: rows.slice(1) }
    : { separator, columns: { address: -1, hashes: new Set() }, rows };
}
