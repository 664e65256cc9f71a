import { loadWords, type Secret, secretIn } from "../../format/secret";

/** The maximum size of a file in bytes. */
const MOST_BYTES = 2_000_000;
const TYPES = /^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel))?$/;
const NAMES = /\.(csv|txt|tsv|text)$/i;

/** Thrown for a file that cannot be used; the message is shown to the user. */
export class RefusedFile extends Error {}

const refused = (why: string): RefusedFile => new RefusedFile(`Unable to upload file. ${why}`);

/** Reads the text of a file; throws `RefusedFile` if it is not UTF-8 text. Nothing leaves the browser. */
export async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw refused("It was rejected due to size: at most 2 MB. Split it into parts.");
  if (!TYPES.test(file.type) && !NAMES.test(file.name))
    throw refused("It was rejected due to size or invalid format: choose a CSV or text file.");
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw refused('This is a spreadsheet or an archive. Save the sheet as "CSV UTF-8" and choose that file.');
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes.includes(0))
    throw refused('This is not UTF-8 text. Save the file as "CSV UTF-8" or as UTF-8 text and choose it again.');
  await loadWords().catch(() => {
    throw refused("We couldn't check it for secrets. Check your connection and choose it again.");
  });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused('It is not UTF-8. Save the file as "CSV UTF-8" or as UTF-8 text and choose it again.');
  }
}

/** A line that contains a secret. */
export interface SecretLine {
  /** One-based. */
  line: number;
  secret: Secret;
}

const isBare = (line: string): boolean => line.trim() === "" || /^\s*(#|\/\/)/.test(line);

/** A line that contains an address is not a line of words. */
const ADDRESS = /(^|[\s,;])0x[0-9a-f]{40}($|[\s,;])/i;

/** Whether a line consists only of words as in phrases; then six of them are a phrase. */
const isOfWords = (line: string): boolean =>
  !ADDRESS.test(line) && line.length <= 200 && secretIn(Array(6).fill(line).join(" ")) === "recovery phrase";

/** Whether a line is the header, whose column names are words too. */
const isHead = (line: string): boolean => /(^|[,;\t])\s*"?(wallet|public)?[\s_-]?address"?\s*([,;\t]|$)/i.test(line);

/** The secret in a line or in one of its cells. A few plain words beside an address are a nickname. */
function secretOf(line: string): Secret | null {
  const whole = secretIn(line);
  if (whole) return whole;
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ""));
  const isAlone = cells.filter(Boolean).length === 1;
  for (const cell of cells) {
    const secret = secretIn(cell);
    if (secret && (secret !== "recovery phrase" || isAlone || secretIn(cell, "any"))) return secret;
  }
  return null;
}

/** Finds phrases that span several lines of words; returns their line indexes. */
function phrases(lines: readonly string[], content: readonly number[]): number[] {
  const found: number[] = [];
  let run: number[] = [];
  const close = () => {
    if (secretIn(run.map((at) => lines[at]).join(" "))) found.push(...run);
    run = [];
  };
  for (const at of content) {
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
  const rest = content[0] !== undefined && isHead(lines[content[0]] ?? "") ? content.slice(1) : content;
  const found = new Map<number, Secret>(phrases(lines, rest).map((at) => [at, "recovery phrase"]));
  for (const at of lines.keys()) {
    // A comment can contain a secret too.
    const secret = at === content[0] && at !== rest[0] ? null : secretOf((lines[at] ?? "").replace(/^\s*(#|\/\/)/, ""));
    if (secret) found.set(at, secret);
  }
  const secrets = [...found].map(([at, secret]) => ({ line: at + 1, secret })).sort((a, b) => a.line - b.line);
  return { text: lines.map((line, at) => (found.has(at) ? "" : line)).join("\n"), secrets };
}
