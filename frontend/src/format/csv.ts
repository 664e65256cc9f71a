/** Spreadsheets execute cells that begin like a formula, and a name can be any text. */
const FORMULA = /^[=+\-@\t\r]/;
/** A negative amount begins like a formula and is a number. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

function cell(text: string): string {
  const safe = FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rows as CSV, one per line. No cell is executed as a formula. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(cell).join(",")).join("\r\n");
