import type { SecretLine } from "./file";
import type { Detection, ReadUploadData, UploadRoom, UploadRow, WantedRow } from "./types";

/** The statuses of rows, in display order. */
export const uploadRowStatuses = [
  "add",
  "over_limit",
  "invalid",
  "secret",
  "not_supported",
  "duplicate",
  "already_yours",
  "excluded",
] as const;
export type UploadRowStatus = (typeof uploadRowStatuses)[number];

/** A row of the file with what is known about it so far. */
export interface SheetRow {
  line: number;
  text: string;
  isName: boolean;
  address: string | null;
  nickname: string | null;
  kind: { id: string; name: string } | null;
  /** The networks it was found on, in a few words. */
  found: string;
  status: Exclude<UploadRowStatus, "excluded">;
  reason: string;
  isExcluded: boolean;
  /** Whether its name is not resolved yet. */
  waits: boolean;
}

/** The rows of a file. */
export interface Sheet {
  rows: readonly SheetRow[];
  room: UploadRoom;
  /** The addresses and names already in the user's list, in lower case. */
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
    status: row.status,
    reason: row.status === "over_limit" ? "" : (row.reason ?? (twice || (row.note ?? ""))),
    isExcluded: false,
    waits: isName && (row.status === "add" || row.status === "over_limit"),
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
  status: "secret",
  reason: `This looks like a ${secret}. We did not send it. Delete it from the file; Spyhop only needs an address.`,
  isExcluded: false,
  waits: false,
});

/** Builds the rows from the server's answer and from the lines with secrets, which were not sent. */
export function sheetOf(data: ReadUploadData, secrets: readonly SecretLine[], own: ReadonlySet<string>): Sheet {
  const rows = [...data.rows.map(rowOf), ...secrets.map(secretRow)].sort((a, b) => a.line - b.line);
  return { rows, room: data.room, own };
}

const isCandidate = (row: SheetRow): boolean => row.status === "add" || row.status === "over_limit";

/** The current status of each row. Wanted rows are added in order, up to the limit of the plan. */
export function rowStatuses({ rows, room }: Sheet): UploadRowStatus[] {
  let taken = 0;
  return rows.map((row) => {
    if (!isCandidate(row)) return row.status;
    if (row.isExcluded) return "excluded";
    taken += 1;
    return taken > room.left ? "over_limit" : "add";
  });
}

/** The number of rows by status. */
export function counts(sheet: Sheet): Map<UploadRowStatus, number> {
  const found = new Map<UploadRowStatus, number>();
  for (const status of rowStatuses(sheet)) found.set(status, (found.get(status) ?? 0) + 1);
  return found;
}

/** Excludes or includes a row. */
export const toggled = (sheet: Sheet, line: number): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row) => (row.line === line ? { ...row, isExcluded: !row.isExcluded } : row)),
});

const keysOf = (row: SheetRow): string[] => [row.address, row.text].filter((key) => key !== null).map(lower);
const lower = (text: string): string => text.toLowerCase();

/** Applies a detection to a row, after its name was resolved or its text was fixed. */
export function withDetection(sheet: Sheet, line: number, detection: Detection): Sheet {
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
    return { ...row, text: "", status: "secret", reason: detection.reason ?? "This looks like a secret." };
  if (!detection.chain_detected) {
    const status = detection.reason_code === "not_supported_yet" ? "not_supported" : "invalid";
    return { ...row, status, reason: detection.reason ?? "No network uses addresses of this form." };
  }
  const keys = keysOf(row);
  if (keys.some((key) => sheet.own.has(key))) return { ...row, status: "already_yours", reason: "" };
  const other = sheet.rows.find(
    (one) => one.line !== row.line && isCandidate(one) && keysOf(one).some((key) => keys.includes(key)),
  );
  // If a name and its address are both in the file, the later line is the duplicate.
  if (other) return { ...row, status: "duplicate", reason: `The same as line ${other.line}.` };
  return { ...row, status: "add", reason: "" };
}

/** The rows to add, in the order of the file. */
export function rowsToAdd(sheet: Sheet): WantedRow[] {
  const now = rowStatuses(sheet);
  return sheet.rows
    .filter((_, at) => now[at] === "add")
    .map((row) => ({ wallet_address: row.text, nickname: row.nickname, wallet_id: row.kind?.id ?? null }));
}

/** The rows whose names are not resolved yet. */
export const namesWaiting = (sheet: Sheet): readonly SheetRow[] => sheet.rows.filter((row) => row.waits);
