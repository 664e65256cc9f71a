import type { FieldKind } from "./find";
import { namesKey } from "./label";

/** The fields of requests that may contain hashes of transactions or keys of exchanges, by the path of the call. */
const FIELDS: Readonly<Record<string, FieldKind>> = {
  "common/master/send-feedback feedback": "text",
  "wallet/ledger/set-note note": "note",
  "wallet/transaction/search-transaction conditions": "note",
  "organisation/user/add-update-user-account api_key": "key",
  "organisation/user/add-update-user-account api_secret": "key",
  "organisation/user/add-update-user-account api_passphrase": "key",
  "organisation/user/update-access-token access_code": "key",
};

/** The kind of a field of a request and of what is nested in it. */
export const fieldKind = (path: string, field = ""): FieldKind =>
  FIELDS[`${path.replace("/api/", "")} ${field}`] ?? "any";

/** The fewest digits of a key or a hash in hex; shorter ones are the groups of a key. */
const KEY = 52;
/** The fewest letters of 64 bytes in base58. Shorter keys are not mistaken for signatures of transactions. */
const SIGNATURE = 80;

const isHex = (text: string): boolean => /^[\da-f]+$/i.test(text);

/** Whether something of the form of a key is the whole text, apart from quotes, or for hex digits from any separators and `0x`. */
function isWhole(found: string, at: number, text: string): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at + found.length)];
  if (!isHex(found)) return /^[\s"'`]*$/.test(before + after);
  return /^[^\p{Alphabetic}\p{N}]{0,6}(0?x)*$/iu.test(before) && !/[\p{Alphabetic}\p{N}]/u.test(after);
}

/**
 * Whether something of the form of a key, found at an index of a text, is accepted as the hash of a transaction: where hashes are
 * expected, no word before it calls it a key, and it is not the whole of a "text".
 */
export const isHash = (found: string, at: number, text: string, place: FieldKind): boolean =>
  found.length >= (isHex(found) ? KEY : SIGNATURE) &&
  (place === "note" || (place === "text" && !isWhole(found, at, text))) &&
  !namesKey(text.slice(0, at));
