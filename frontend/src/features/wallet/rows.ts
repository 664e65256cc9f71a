import { enter, type GuardedText, guarded, maySend, type Secret, secretWarning } from "../../format/secret";
import { isShort } from "./nickname";
import type { Detection } from "./types";

/** The state of a row: `typed` waits for the last keystroke, `detecting` for the answer. */
export type RowState = "blank" | "typed" | "detecting" | "found" | "wrong" | "failed";

/** One address and what is known about it. */
export interface Row {
  id: number;
  address: string;
  nickname: string;
  state: RowState;
  /** The detection of the current `address`. */
  detection: Detection | null;
  /** The error message. */
  problem: string;
  /** The warning that a secret was cleared. It stays until it is dismissed or an address is recognized. */
  warning: string;
  /** The time of the last discarded keystroke of a burst that contained a secret. */
  swallowedAt: number;
}

/** The rows of the form and the id of the next one. */
export interface Rows {
  rows: readonly Row[];
  next: number;
}

export type RowAction =
  | { type: "typed"; id: number; text: string; at?: number }
  | { type: "dismissed"; id: number }
  | { type: "pasted"; id: number; texts: readonly string[] }
  | { type: "nicknamed"; id: number; text: string; at?: number }
  | { type: "detecting"; id: number; text: string }
  | { type: "answered"; id: number; text: string; detection: Detection }
  | { type: "failed"; id: number; text: string; message: string }
  | { type: "again"; id: number }
  | { type: "added" }
  | { type: "deleted"; id: number };

const { warning: noWarning, swallowedAt: never } = guarded();
const blank = (id: number): Row => ({
  id,
  address: "",
  nickname: "",
  state: "blank",
  detection: null,
  problem: "",
  warning: noWarning,
  swallowedAt: never,
});

/** The initial rows: one row, with the address if there is one. */
export function firstRows(address = ""): Rows {
  const rows = { rows: [blank(1)], next: 2 };
  return address ? reduceRows(rows, { type: "typed", id: 1, text: address }) : rows;
}

const fresh = { detection: null, problem: "" } as const;

const NEITHER = "Not a valid address or name. Try something like 0xd8dA…6045 or vitalik.eth.";

/** Handles a secret that the server recognized: the field is cleared, and the rest of the burst is discarded. */
function warned(row: Row, secret: Secret): Row {
  return { ...row, ...fresh, address: "", state: "blank", warning: secretWarning(secret) };
}

/** Handles typing. The detection is dropped only if the address changed, ignoring surrounding spaces. */
function typed(row: Row, entered: string, at = 0): Row {
  const before: GuardedText = { text: row.address, warning: row.warning, swallowedAt: row.swallowedAt };
  const { text, warning, swallowedAt } = enter(before, entered, at);
  const next = { ...row, address: text, warning, swallowedAt };
  if (text.trim() === row.address.trim() && row.address !== "") return next;
  if (text.trim() === "") return { ...next, ...fresh, state: "blank" };
  if (/\s/.test(text.trim()))
    return { ...next, ...fresh, state: "wrong", problem: "An address or name can't contain spaces." };
  if (!maySend(text)) return { ...next, ...fresh, state: "wrong", problem: NEITHER };
  return { ...next, ...fresh, state: "typed" };
}

/** Handles typing a nickname. A secret is cleared here too and uses the warning of the row. */
function nicknamed(row: Row, entered: string, at = 0): Row {
  const before: GuardedText = { text: row.nickname, warning: row.warning, swallowedAt: row.swallowedAt };
  const { text, ...guard } = enter(before, entered, at, "any");
  return { ...row, nickname: text, ...guard };
}

function answered(row: Row, detection: Detection): Row {
  if (detection.kind === "secret") return warned(row, "private key");
  if (detection.chain_detected) return { ...row, detection, problem: "", warning: "", state: "found" };
  const problem = detection.reason ?? "No network uses addresses of this form. Check it and paste it again.";
  return { ...row, detection, problem, state: "wrong" };
}

/** Whether an answer belongs to the current text of the row. */
const isFor = (row: Row, text: string): boolean => row.address.trim() === text;

function change(row: Row, action: Exclude<RowAction, { type: "added" | "deleted" | "pasted" }>): Row {
  switch (action.type) {
    case "typed":
      return typed(row, action.text, action.at);
    case "dismissed":
      return { ...row, warning: "" };
    case "nicknamed":
      return nicknamed(row, action.text, action.at);
    case "detecting":
      return isFor(row, action.text) ? { ...row, state: "detecting" } : row;
    case "answered":
      return isFor(row, action.text) ? answered(row, action.detection) : row;
    case "failed":
      return isFor(row, action.text) ? { ...row, state: "failed", problem: action.message } : row;
    case "again":
      return { ...row, ...fresh, state: "typed" };
  }
}

/** Puts the first text into the row and the others into new rows below it. */
function pasted({ rows, next }: Rows, id: number, texts: readonly string[]): Rows {
  const below = texts.slice(1).map((text, n) => typed(blank(next + n), text));
  const [first = ""] = texts;
  return {
    rows: rows.flatMap((row) => (row.id === id ? [typed(row, first), ...below] : [row])),
    next: next + below.length,
  };
}

export function reduceRows(state: Rows, action: RowAction): Rows {
  if (action.type === "pasted") return pasted(state, action.id, action.texts);
  if (action.type === "added") return { rows: [...state.rows, blank(state.next)], next: state.next + 1 };
  if (action.type === "deleted")
    return state.rows.length < 2 ? state : { ...state, rows: state.rows.filter((row) => row.id !== action.id) };
  return { ...state, rows: state.rows.map((row) => (row.id === action.id ? change(row, action) : row)) };
}

export const isFilled = (row: Row): boolean => row.address.trim() !== "";
export const isWaiting = (row: Row): boolean => row.state === "typed" || row.state === "detecting";

/** The state of the submit button and the text beside it. */
export interface Readiness {
  ready: number;
  wrong: number;
  waiting: number;
  canGo: boolean;
}

/** The problem of a nickname; empty if it is valid. */
export const nicknameProblem = ({ nickname }: Row): string => isShort(nickname);

const isWrong = (row: Row): boolean => row.state === "wrong" || row.state === "failed" || nicknameProblem(row) !== "";

/** Addresses and names of wallets, in lower case. */
export type OwnWallets = ReadonlySet<string>;
const NONE: OwnWallets = new Set();

/** Whether the wallet of a row is already in the user's list. */
export const isOwn = (row: Row, own: OwnWallets): boolean => namesOf(row).some((name) => own.has(name));

/** `Go` needs at least one new address that a network knows, and no nickname that is too long. */
export function readiness(rows: readonly Row[], own: OwnWallets = NONE): Readiness {
  const ready = rows.filter((row) => row.state === "found" && !isWrong(row) && !isOwn(row, own)).length;
  const wrong = rows.filter(isWrong).length;
  const canGo = ready > 0 && rows.every((row) => nicknameProblem(row) === "");
  return { ready, wrong, waiting: rows.filter(isWaiting).length, canGo };
}

/** All addresses and names of the wallet of a row. */
function namesOf(row: Row): string[] {
  const names = [row.address.trim(), row.detection?.display_address, row.detection?.address];
  return names.filter((name): name is string => Boolean(name)).map((name) => name.toLowerCase());
}

/**
 * The rows to send, in order, without blanks, texts that cannot be an address or a name, duplicates, and wallets already
 * in the user's list. A row that no network knows is sent: it is kept and can be fixed.
 */
export function rowsToSend(rows: readonly Row[], own: OwnWallets = NONE): Row[] {
  const seen = new Set<string>(own);
  return rows
    .filter((row) => maySend(row.address))
    .filter((row) => {
      const names = namesOf(row);
      const isNew = !names.some((name) => seen.has(name));
      for (const name of names) seen.add(name);
      return isNew;
    });
}
