import { isKnownEnding } from "./endings";
import { type FieldKind, secretIn } from "./find";
import { secretWarning } from "./warning";

/** Keystrokes with shorter pauses belong to one burst. Someone who copies words from paper pauses less than this. */
const BURST_MS = 2000;

/** The text of a field, with a warning that stays until it is dismissed or an address is recognized. */
export interface GuardedText {
  text: string;
  warning: string;
  /** The time of the last discarded keystroke, in milliseconds. */
  swallowedAt: number;
}

export const guarded = (text = ""): GuardedText => ({ text, warning: "", swallowedAt: Number.NEGATIVE_INFINITY });

/** Whether hex digits are too long for an EVM address and may therefore be the beginning of a key. */
const isCutKey = (text: string): boolean => /^(0x)?[\da-f]{41,63}$/i.test(text);

function isName(text: string): boolean {
  const labels = text.split(".");
  const isNumbered = /^\d{1,2}$/.test(labels[0] ?? "") && labels.length === 2;
  return labels.every((label) => label !== "") && !isNumbered && isKnownEnding(labels.at(-1) ?? "");
}

/**
 * Whether a text may be an address or a name and may be sent. Plain words and texts with spaces are neither, because they
 * may be the beginning of a recovery phrase.
 */
export function maySend(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === "" || /\s/.test(trimmed) || isCutKey(trimmed)) return false;
  const hasDigit = /\d/.test(trimmed);
  if (!trimmed.includes(".")) return hasDigit;
  return isName(trimmed) || /^\d+\.\d+\.\d+/.test(trimmed) || (hasDigit && /[:/]/.test(trimmed));
}

/** Whether a burst continues. An address ends it in an address field; elsewhere a text that grew by more than one character. */
const isSameBurst = (field: GuardedText, text: string, place: FieldKind): boolean =>
  place === "address" ? !maySend(text) : text.length - field.text.length <= 1;

/** The field after a change. Keystrokes that follow a secret in the same burst are discarded. */
export function enter(field: GuardedText, text: string, at: number, place: FieldKind = "address"): GuardedText {
  const secret = secretIn(text, place);
  if (secret) return { text: "", warning: secretWarning(secret), swallowedAt: at };
  if (field.warning && at - field.swallowedAt < BURST_MS && isSameBurst(field, text, place))
    return { ...field, text: "", swallowedAt: at };
  return { ...field, text };
}
