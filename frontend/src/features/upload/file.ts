import { loadWords, type Secret, secretIn } from "../../format/secret";
import { decode, encodingName, encodingOf, type TextEncoding } from "./encoding";
import { type Columns, cellsOf, isAddress, type Table, tableOf } from "./table";

/** The maximum size of a file in bytes. */
const MOST_BYTES = 2_000_000;
/** Longer lines are not part of a recovery phrase with one or a few words per line. */
const LONGEST_WORDS = 200;
const TYPES = /^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel))?$/;
const NAMES = /\.(csv|txt|tsv|text)$/i;

/** Thrown for a file that cannot be used; the message is shown to the user. */
export class RefusedFile extends Error {}

const refused = (why: string): RefusedFile => new RefusedFile(`Unable to upload file. ${why}`);

/** A text and the encoding in which it was read. */
export interface FileText {
  text: string;
  encoding: TextEncoding;
}

/** Reads the text of a file; throws `RefusedFile` if it is not text. Nothing leaves the browser. */
export async function textOf(file: File): Promise<FileText> {
  if (file.size > MOST_BYTES) throw refused("It was rejected due to size: at most 2 MB. Split it into parts.");
  if (!TYPES.test(file.type) && !NAMES.test(file.name))
    throw refused("It was rejected due to size or invalid format: choose a CSV or text file.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw refused('This is a spreadsheet or an archive. Save the sheet as "CSV UTF-8" and choose that file.');
  const encoding = encodingOf(bytes);
  if (!encoding) throw refused("This is not a text file. Choose a CSV or text file with one address or name per line.");
  await loadWords().catch(() => {
    throw refused("We couldn't check it for secrets. Check your connection and choose it again.");
  });
  const found = decode(bytes, encoding);
  if ("text" in found) return { text: found.text, encoding };
  throw refused(
    `Line ${found.line} is not ${encodingName(encoding)}. Save the file as "CSV UTF-8" or as UTF-8 text and choose it again.`,
  );
}

/** A line that contains a secret. */
export interface SecretLine {
  /** One-based. */
  line: number;
  secret: Secret;
}

/** Comments and blank lines have no cells. */
const COMMENT = /^\s*(#|\/\/)/;
const isBare = (line: string): boolean => line.trim() === "" || COMMENT.test(line);

/** Whether a line consists only of words as in phrases; then six of them are a phrase. A line with an address does not. */
const isOfWords = (line: string): boolean =>
  line.length <= LONGEST_WORDS &&
  !line.split(/[,;\t ]/).some(isAddress) &&
  secretIn(Array(6).fill(line).join(" ")) === "recovery phrase";

/** The index of the cell that the server reads as an address or a name. */
function addressOf(cells: readonly string[], { address, hashes }: Columns): number {
  if (address >= 0) return address;
  const first = (is: (cell: string) => boolean): number => cells.findIndex((cell, at) => !hashes.has(at) && is(cell));
  const found = [first(isAddress), first((cell) => /^\S+\.\S+$/.test(cell)), first((cell) => cell !== "")];
  return found.find((at) => at >= 0) ?? 0;
}

/**
 * The secret in the cells of a row, as one text or alone. A few plain words beside an address are a nickname, and what has the form
 * of a key is a hash in a column of hashes.
 */
function secretOf(cells: readonly string[], columns: Columns): Secret | null {
  const joined = cells.filter((_, at) => !columns.hashes.has(at)).join(", ");
  const isAlone = cells.filter(Boolean).length === 1;
  const address = addressOf(cells, columns);
  const secrets = cells.map((cell, at) => {
    const other = columns.hashes.has(at) ? "note" : isAlone ? "address" : "any";
    return secretIn(cell, at === address ? "address" : other);
  });
  return secretIn(joined, "any") ?? secrets.find((secret) => secret !== null) ?? null;
}

/** Finds phrases that span several lines of words; returns their line indexes. */
function phrases(lines: readonly string[], { rows, separator }: Table): number[] {
  const found: number[] = [];
  let run: number[] = [];
  const close = () => {
    const words = run.map((at) => lines[at] ?? "");
    // Lines with several cells have ordinary words, such as names of columns.
    const place = words.some((line) => line.includes(separator)) ? "any" : "address";
    if (secretIn(words.join(" "), place)) for (const at of run) found.push(at);
    run = [];
  };
  for (const at of rows) {
    if (isOfWords(lines[at] ?? "")) run.push(at);
    else close();
  }
  close();
  return found;
}

/**
 * Removes secrets from a text. Each line that contains one becomes empty, so that the others keep their numbers. Seed
 * phrases that span several lines are found as well.
 */
export function withoutSecrets(text: string): { text: string; secrets: SecretLine[] } {
  const lines = text.replaceAll("\r\n", "\n").split(/[\n\r]/);
  const content = lines.map((_, at) => at).filter((at) => !isBare(lines[at] ?? ""));
  const table = tableOf(lines, content);
  const rows = new Set(table.rows);
  const found = new Map<number, Secret>(phrases(lines, table).map((at) => [at, "recovery phrase"]));
  for (const [at, line] of lines.entries()) {
    // A comment and the header can contain a secret too.
    const secret = rows.has(at)
      ? secretOf(cellsOf(line, table.separator), table.columns)
      : secretIn(line.replace(COMMENT, ""), "any");
    if (secret) found.set(at, secret);
  }
  const secrets = [...found].map(([at, secret]) => ({ line: at + 1, secret })).sort((a, b) => a.line - b.line);
  return { text: lines.map((line, at) => (found.has(at) ? "" : line)).join("\n"), secrets };
}
