import type { SecretLine } from "./file";
import type { Detection, ReadUploadData, UploadRoom, UploadRow, WantedRow } from "./types";

/** What becomes of a row, in the order in which they are told. */
export const verdicts = [
  "add",
  "over_limit",
  "invalid",
  "secret",
  "not_supported",
  "duplicate",
  "already_yours",
  "excluded",
] as const;
export type Verdict = (typeof verdicts)[number];

/** A row of the file, as far as it is known by now. */
export interface SheetRow {
  line: number;
  text: string;
  isName: boolean;
  address: string | null;
  nickname: string | null;
  kind: { id: string; name: string } | null;
  /** The networks it is read on, in a few words. */
  found: string;
  verdict: Exclude<Verdict, "excluded">;
  reason: string;
  isExcluded: boolean;
  /** A name waits to be looked up. */
  waits: boolean;
}

/** A file's rows. */
export interface Sheet {
  rows: readonly SheetRow[];
  room: UploadRoom;
  /** What the person has already: addresses and names in lower case. */
  own: ReadonlySet<string>;
}

const networks = (first: string | null, count: number): string =>
  first === null ? "" : count > 1 ? `${first} and ${count - 1} more` : first;

function rowOf(row: UploadRow): SheetRow {
  const isName = row.kind === "name";
  const twice = row.duplicate_of === null ? "" : `The same as line ${row.duplicate_of}.`;
  return {
    line: row.line,
    text: row.wallet_address,
    isName,
    address: row.address,
    nickname: row.nickname,
    kind: row.wallet,
    found: networks(row.network, row.chains.length),
    verdict: row.verdict,
    reason: row.verdict === "over_limit" ? "" : (row.reason ?? (twice || (row.note ?? ""))),
    isExcluded: false,
    waits: isName && (row.verdict === "add" || row.verdict === "over_limit"),
  };
}

const secretRow = ({ line, secret }: SecretLine): SheetRow => ({
  line,
  text: "",
  isName: false,
  address: null,
  nickname: null,
  kind: null,
  found: "",
  verdict: "secret",
  reason: `This looks like a ${secret}. We did not send it. Delete it from the file; Spyhop only needs an address.`,
  isExcluded: false,
  waits: false,
});

/** The rows of a file: what the server says, and the lines that were never sent to it. */
export function sheetOf(data: ReadUploadData, secrets: readonly SecretLine[], own: ReadonlySet<string>): Sheet {
  const rows = [...data.rows.map(rowOf), ...secrets.map(secretRow)].sort((a, b) => a.line - b.line);
  return { rows, room: data.room, own };
}

const isCandidate = (row: SheetRow): boolean => row.verdict === "add" || row.verdict === "over_limit";

/** What each row comes to now: the first that are wanted are added, as far as there is room. */
export function placed({ rows, room }: Sheet): Verdict[] {
  let taken = 0;
  return rows.map((row) => {
    if (!isCandidate(row)) return row.verdict;
    if (row.isExcluded) return "excluded";
    taken += 1;
    return taken > room.left ? "over_limit" : "add";
  });
}

/** Rows by what becomes of them. */
export function counts(sheet: Sheet): Map<Verdict, number> {
  const found = new Map<Verdict, number>();
  for (const verdict of placed(sheet)) found.set(verdict, (found.get(verdict) ?? 0) + 1);
  return found;
}

/** Takes a row out, or in again. */
export const toggled = (sheet: Sheet, line: number): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => (row.line === line ? { ...row, isExcluded: !row.isExcluded } : row)),
});

const keysOf = (row: SheetRow): string[] => [row.address, row.text].filter((key) => key !== null).map(lower);
const lower = (text: string): string => text.toLowerCase();

/** What is now known about a row's text: for names after they were looked up, and for rows that were fixed. */
export function settled(sheet: Sheet, line: number, detection: Detection): Sheet {
  const found = detection.chains.filter((chain) => chain.chain_detected);
  const fresh = {
    text: detection.wallet_address,
    isName: detection.kind === "name",
    address: detection.address,
    found: networks(found[0]?.name ?? null, found.length),
    waits: false,
  };
  return {
    ...sheet,
    rows: sheet.rows.map((row) => (row.line === line ? judged(sheet, { ...row, ...fresh }, detection) : row)),
  };
}

function judged(sheet: Sheet, row: SheetRow, detection: Detection): SheetRow {
  if (detection.kind === "secret")
    return { ...row, text: "", verdict: "secret", reason: detection.reason ?? "This looks like a secret." };
  if (!detection.chain_detected) {
    const verdict = detection.reason_code === "not_supported_yet" ? "not_supported" : "invalid";
    return { ...row, verdict, reason: detection.reason ?? "No network uses addresses of this form." };
  }
  const keys = keysOf(row);
  if (keys.some((key) => sheet.own.has(key))) return { ...row, verdict: "already_yours", reason: "" };
  const other = sheet.rows.find(
    (one) => one.line !== row.line && isCandidate(one) && keysOf(one).some((key) => keys.includes(key)),
  );
  // Of a name and its address the earlier line stays, and with it the later one says so.
  if (other) return { ...row, verdict: "duplicate", reason: `The same as line ${other.line}.` };
  return { ...row, verdict: "add", reason: "" };
}

/** The rows to add, in the order of the file. */
export function rowsToAdd(sheet: Sheet): WantedRow[] {
  const now = placed(sheet);
  return sheet.rows
    .filter((_, at) => now[at] === "add")
    .map((row) => ({ wallet_address: row.text, nickname: row.nickname, wallet_id: row.kind?.id ?? null }));
}

/** The names that wait to be looked up, with their lines. */
export const namesWaiting = (sheet: Sheet): readonly SheetRow[] => sheet.rows.filter((row) => row.waits);
