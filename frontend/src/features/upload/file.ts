import { loadWords, type Secret, secretIn } from "../../format/secret";

/** The most bytes of a file. */
const MOST_BYTES = 2_000_000;
const TYPES = /^(text\/(csv|plain)|application\/(csv|vnd\.ms-excel))?$/;
const NAMES = /\.(csv|txt|tsv|text)$/i;

/** Why a file is not read, as the person is told. */
export class RefusedFile extends Error {}

const refused = (why: string): RefusedFile => new RefusedFile(`Unable to upload file. ${why}`);

/** A file's text; throws `RefusedFile` for what is no UTF-8 text. Nothing leaves the browser. */
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

/** A line that holds a secret. */
export interface SecretLine {
  /** From 1. */
  line: number;
  secret: Secret;
}

const isBare = (line: string): boolean => line.trim() === "" || /^\s*(#|\/\/)/.test(line);

/** A line with an address is no line of words, whatever else is in it. */
const ADDRESS = /(^|[\s,;])0x[0-9a-f]{40}($|[\s,;])/i;

/** Whether a line has nothing but words as phrases have them: then six of them are a phrase. */
const isOfWords = (line: string): boolean =>
  !ADDRESS.test(line) && line.length <= 200 && secretIn(Array(6).fill(line).join(" ")) === "recovery phrase";

/** The columns' names are words too, and one of them says so. */
const isHead = (line: string): boolean => /(^|[,;\t])\s*"?(wallet|public)?[\s_-]?address"?\s*([,;\t]|$)/i.test(line);

/** A secret in a line or in one of its cells; a few plain words beside an address are a nickname. */
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

/** The runs of lines that have nothing but words. */
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
 * A text without its secrets: each line that holds one becomes empty, so that the others keep their numbers. Seed
 * phrases are found over several lines as well.
 */
export function withoutSecrets(text: string): { text: string; secrets: SecretLine[] } {
  const lines = text.replaceAll("\r\n", "\n").split(/[\n\r]/);
  const content = lines.map((_, at) => at).filter((at) => !isBare(lines[at] ?? ""));
  const rest = content[0] !== undefined && isHead(lines[content[0]] ?? "") ? content.slice(1) : content;
  const found = new Map<number, Secret>(phrases(lines, rest).map((at) => [at, "recovery phrase"]));
  for (const at of lines.keys()) {
    // A comment may hold a secret as well.
    const secret = at === content[0] && at !== rest[0] ? null : secretOf((lines[at] ?? "").replace(/^\s*(#|\/\/)/, ""));
    if (secret) found.set(at, secret);
  }
  const secrets = [...found].map(([at, secret]) => ({ line: at + 1, secret })).sort((a, b) => a.line - b.line);
  return { text: lines.map((line, at) => (found.has(at) ? "" : line)).join("\n"), secrets };
}
