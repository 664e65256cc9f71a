import { walletsIn, wordsOfRead } from "../../format/coverage";
import { shortReason } from "../../format/reason";
import { plural, shortAddress } from "../../format/text";
import type { AssumedDecimals, Coverage, FailedSource, NotLookedFor, UnpricedHolding, UnreadWallet } from "./types";

/** A gap of a total, with its action. */
export interface Gap {
  id: string;
  /** The name of what is missing. */
  title: string;
  text: string;
  /** The reason as a short line. */
  line: string;
  action: "price" | "read" | "decimals" | "fix" | "token" | null;
  /** The decimals of a token list, if the contract has none. */
  assumed: AssumedDecimals | null;
  /** The unread wallet. */
  wallet: UnreadWallet | null;
  asset: string | null;
  symbol: string;
  amount: string | null;
  rawAmount: string | null;
  place: { chain: string | null; wallet_address: string | null };
}

/** Reasons that a manual price would resolve. A price that is being requested resolves itself. */
const PRICEABLE: readonly string[] = [
  "not_listed",
  "sources_disagree",
  "held_back",
  "one_source",
  "thin_market",
  "other_unit",
  "only_stale_quotes",
  "unsure",
  "unavailable",
  "rate_limited",
  "source_failed",
];

/** Whether a manual price would make a known quantity count. */
export const wantsPrice = (amount: string | null, reason: string): boolean =>
  amount !== null && PRICEABLE.includes(reason);

type Place = Gap["place"];

const bare = { assumed: null, wallet: null, asset: null, symbol: "", amount: null, rawAmount: null } as const;
const anywhere: Place = { chain: null, wallet_address: null };

/** The gap of an unread wallet. */
const unreadWallet = (wallet: UnreadWallet): Gap => ({
  ...bare,
  id: `unread ${wallet.wallet} ${wallet.address}`,
  title: shortAddress(wallet.label),
  text: wallet.text,
  line: wallet.text,
  // Nothing is wrong with an account of files: its page offers to add a key.
  action: wallet.reason === "from_files" ? null : "fix",
  wallet,
  place: anywhere,
});

/** The number of networks that are listed by name. */
const NAMED = 3;

/** `Kava`, `Kava and Ronin`, `Kava, Ronin, Blast and 2 more`. */
function listed(names: readonly string[]): string {
  const first = names.slice(0, NAMED);
  const rest = names.length - first.length;
  const parts = rest > 0 ? [...first, `${rest} more`] : first;
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The gaps of holdings that are not detected, grouped by reason, with their networks in one line. */
function notLookedFor(missed: readonly NotLookedFor[]): Gap[] {
  const protocols = missed.filter(({ protocol }) => protocol !== null).map(unreadProtocol);
  const tokens = missed.filter(({ protocol }) => protocol === null);
  const rows = grouped(tokens, ({ reason }) => reason).map((networks): Gap => {
    const [first] = networks;
    const { reason } = first;
    const names = listed(networks.map(({ chain_name }) => chain_name));
    const isSource = reason !== "unlisted_tokens";
    return {
      ...bare,
      id: `not looked for ${reason}`,
      title: `Unlisted tokens on ${names}`,
      text: networks.length === 1 ? first.text : `Unlisted tokens are not detected on ${names}.`,
      line: isSource ? `Explorer: ${shortReason(reason, "no answer")}` : "Unlisted tokens are not detected",
      action: "token",
      place: { chain: networks.length === 1 ? first.chain : null, wallet_address: null },
    };
  });
  return [...rows, ...protocols];
}

/** The gap of a protocol whose contracts do not answer as they must. */
function unreadProtocol({ chain, chain_name, protocol, text }: NotLookedFor): Gap {
  return {
    ...bare,
    id: `unread protocol ${protocol} ${chain}`,
    title: `${protocol} on ${chain_name}`,
    text: `${text} It is missing from your total.`,
    line: "Protocol not read",
    action: null,
    place: { chain, wallet_address: null },
  };
}

/** Groups the rows that have the same key, in the order of their first ones. */
function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): [first: T, ...others: T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

/** The gap of accounts on one network that were never read, for one reason. */
function unreadAccounts([first, ...others]: [FailedSource, ...FailedSource[]]): Gap {
  const { source, name, reason, text, chain, wallet_address } = first;
  const [wallet, network] = wordsOfRead(name);
  const words = shortReason(reason, text);
  const many = others.length + 1;
  return {
    ...bare,
    id: `failed ${source} ${chain} ${reason} ${wallet_address}`,
    ...(many === 1
      ? { title: wallet, text: `${name}: ${text}`, line: network ? `${network} · ${words}` : words }
      : { title: network || name, text, line: `${walletsIn(many, chain)} · ${words}` }),
    action: "read",
    place: { chain, wallet_address: many === 1 ? wallet_address : null },
  };
}

/** The gap of an asset that is not valued, for one reason, in one wallet or several. */
function unvaluedAsset([first, ...others]: [UnpricedHolding, ...UnpricedHolding[]]): Gap {
  const { asset, wallet_address, name, text, symbol, chain, amount, raw_amount } = first;
  const isOne = others.length === 0;
  return {
    ...bare,
    id: `unpriced ${asset} ${wallet_address}`,
    title: isOne ? name : `${symbol} in ${plural(others.length + 1, "wallet")}`,
    text,
    line: text,
    action: actionOf(first),
    assumed: isOne ? first.assumed_decimals : first.assumed_decimals && { ...first.assumed_decimals, amount: null },
    asset,
    symbol,
    // Amounts are not added up in the page.
    amount: isOne ? amount : null,
    rawAmount: isOne ? raw_amount : null,
    place: { chain, wallet_address: isOne ? wallet_address : null },
  };
}

/** The action that would make a holding count. */
function actionOf({ assumed_decimals, amount, reason }: UnpricedHolding): Gap["action"] {
  if (assumed_decimals) return "decimals";
  return wantsPrice(amount, reason) ? "price" : null;
}

/**
 * The gaps of a total: unread wallets first, then accounts that were never read, holdings without a price, and holdings
 * that are not detected.
 */
export function gaps({ unpriced, failed, unread: wallets, not_looked_for }: Coverage): Gap[] {
  // An account that was read before counts at its last value; the line of the data providers says that it is out of date.
  const neverRead = failed.filter(({ last_good, wallet_address }) => last_good === null && wallet_address !== null);
  const unread = grouped(neverRead, ({ chain, reason, text }) => `${chain} ${reason} ${text}`).map(unreadAccounts);
  const unvalued = grouped(unpriced, ({ asset, reason, text }) => `${asset} ${reason} ${text}`).map(unvaluedAsset);
  return [...wallets.map(unreadWallet), ...unread, ...unvalued, ...notLookedFor(not_looked_for)];
}
