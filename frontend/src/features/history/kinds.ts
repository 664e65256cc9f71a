import { isAtExchange, placeName } from "./atExchange";
import type { HistoryFilters, HistoryRow } from "./types";
import { counterpartyOf, protocolName } from "./words";

/** A kind of entry by which the page filters. It covers one or more of the finer kinds of the server. */
export interface Kind {
  /** The value in the URL. */
  id: string;
  name: string;
  /** The codes of the finer kinds. */
  codes: readonly string[];
}

const OWN: Kind = { id: "own", name: "Own transfer", codes: ["self_transfer", "own_transfer"] };
const FEE_ONLY: Kind = { id: "fee_only", name: "Fee only", codes: ["failed"] };

/** All kinds, in the order in which they are offered. */
export const KINDS: readonly Kind[] = [
  { id: "swap", name: "Swap", codes: ["swap", "wrap", "unwrap"] },
  { id: "sent", name: "Sent", codes: ["send"] },
  { id: "received", name: "Received", codes: ["receive", "airdrop"] },
  OWN,
  { id: "bridge", name: "Bridge", codes: ["bridge_out", "bridge_in"] },
  { id: "deposit", name: "Deposit", codes: ["deposit", "stake", "add_liquidity"] },
  { id: "withdrawal", name: "Withdrawal", codes: ["withdraw", "unstake", "remove_liquidity"] },
  { id: "borrow", name: "Borrow", codes: ["borrow"] },
  { id: "repay", name: "Repay", codes: ["repay"] },
  { id: "reward", name: "Reward", codes: ["reward"] },
  { id: "approval", name: "Approval", codes: ["approve"] },
  { id: "mint", name: "Mint", codes: ["mint"] },
  { id: "burn", name: "Burn", codes: ["burn"] },
  { id: "contract_call", name: "Contract call", codes: ["call", "create_contract"] },
  FEE_ONLY,
  { id: "mixed", name: "Several actions", codes: ["mixed"] },
  { id: "spam", name: "Spam", codes: ["spam"] },
];

const byId = new Map(KINDS.map((kind) => [kind.id, kind]));
const byCode = new Map(KINDS.flatMap((kind) => kind.codes.map((code) => [code, kind] as const)));

/** The code of a finer kind with underscores, whichever way it is written. */
export const kindCode = (kind: string): string => kind.replaceAll("-", "_").toLowerCase();

/** The kind that a value of the URL names: its id, or the code of one of its finer kinds. */
export const kindNamed = (value: string): Kind | undefined => byId.get(value) ?? byCode.get(kindCode(value));

/** The codes of the finer kinds of chosen kinds. */
export const codesOfKinds = (ids: readonly string[]): string[] => ids.flatMap((id) => byId.get(id)?.codes ?? []);

/** The kinds that occur, with the number of their entries over the whole history. */
export const occurringKinds = ({ kind_filters }: Pick<HistoryFilters, "kind_filters">) =>
  KINDS.flatMap(({ id, name, codes }) => {
    const those = kind_filters.filter(({ value }) => codes.includes(value));
    const count = those.reduce((sum, one) => sum + one.count, 0);
    return those.length > 0 ? [{ value: id, label: name, mark: null, count }] : [];
  });

/** What an own transfer is made of. An own transfer over a bridge, or with anything else in it, is named after that. */
const PLAIN = ["send", "receive", "self_transfer"];

const kindOf = ({ kind, failed, own_transfer }: HistoryRow): Kind | undefined => {
  const code = kindCode(kind);
  if (failed) return FEE_ONLY;
  return own_transfer && PLAIN.includes(code) ? OWN : byCode.get(code);
};

/** The kind of an entry in a word: `Swap`, `Own transfer`. */
export const kindName = (row: HistoryRow): string =>
  // What fails at an exchange costs no fee. Its mark says that it failed.
  row.failed && isAtExchange(row) ? "Transfer" : (kindOf(row)?.name ?? row.kind_name);

/** The finer kind where its name says more than that of the kind. */
function finerName(row: HistoryRow): string {
  const kind = kindOf(row);
  if (isAtExchange(row)) return kindCode(row.kind) === "self_transfer" ? "Within the account" : "";
  if (!kind?.codes.includes(kindCode(row.kind)) || kind.codes.length === 1) return "";
  return row.kind_name === kind.name ? "" : row.kind_name;
}

/** The networks of an entry, its finer kind, and its protocol if the name of the counterparty does not say it. */
export function kindDetail(row: HistoryRow): string {
  const { account, chain_name, to_chain_name, protocol } = row;
  const other = counterpartyOf(row);
  const from = isAtExchange(row) && !to_chain_name ? placeName(chain_name, account.name) : chain_name;
  const place = to_chain_name ? `${from} to ${to_chain_name}` : from;
  const unnamed = protocol && other && !other.name ? protocolName(protocol) : "";
  return [place, finerName(row), unnamed].filter(Boolean).join(" · ");
}

/** That a transaction failed, with what it tried if that is known: `Swap failed`. */
export const failedWords = ({ kind, kind_name }: HistoryRow): string =>
  kindCode(kind) === "failed" ? "Failed" : `${kind_name} failed`;
