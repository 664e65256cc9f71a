import { shortReason } from "../../format/reason";
import { shortAddress } from "../../format/text";
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
  /** The time of the last successful answer of the source. */
  at: string | null;
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

type GapText = Pick<Gap, "title" | "text" | "line">;

const bare = { assumed: null, wallet: null, asset: null, symbol: "", amount: null, rawAmount: null, at: null } as const;
const anywhere: Place = { chain: null, wallet_address: null };

const source = (id: string, text: GapText, place: Place, at: string | null): Gap => ({
  ...bare,
  id,
  ...text,
  action: "read",
  place,
  at,
});

/** The gap of an unread wallet. */
const unreadWallet = (wallet: UnreadWallet): Gap => ({
  ...bare,
  id: `unread ${wallet.wallet}`,
  title: shortAddress(wallet.label),
  text: wallet.text,
  line: wallet.text,
  action: "fix",
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
  const byReason = new Map<string, NotLookedFor[]>();
  for (const one of missed) byReason.set(one.reason, [...(byReason.get(one.reason) ?? []), one]);
  return [...byReason].map(([reason, networks]): Gap => {
    const [first] = networks;
    const names = listed(networks.map(({ chain_name }) => chain_name));
    const isSource = reason !== "unlisted_tokens";
    return {
      ...bare,
      id: `not looked for ${reason}`,
      title: `Unlisted tokens on ${names}`,
      text: networks.length === 1 && first ? first.text : `Unlisted tokens are not detected on ${names}.`,
      line: isSource ? `Explorer: ${shortReason(reason, "no answer")}` : "Unlisted tokens are not detected",
      action: "token",
      place: { chain: networks.length === 1 && first ? first.chain : null, wallet_address: null },
    };
  });
}

/** Splits `0x3f5c…9e21 on OP Mainnet` into two lines. */
function unreadable({ name, reason, text }: FailedSource): GapText {
  const at = name.lastIndexOf(" on ");
  const words = shortReason(reason, text);
  if (at < 0) return { title: name, text, line: words };
  return { title: name.slice(0, at), text: `${name}: ${text}`, line: `${name.slice(at + " on ".length)} · ${words}` };
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
  const unread = neverRead.map((one, i) =>
    source(
      `failed ${one.source} ${i}`,
      unreadable(one),
      { chain: one.chain, wallet_address: one.wallet_address },
      one.last_good,
    ),
  );
  const unvalued = unpriced.map(
    (one): Gap => ({
      ...bare,
      id: `unpriced ${one.asset} ${one.wallet_address}`,
      title: one.name,
      text: one.text,
      line: one.text,
      action: actionOf(one),
      assumed: one.assumed_decimals,
      asset: one.asset,
      symbol: one.symbol,
      amount: one.amount,
      rawAmount: one.raw_amount,
      place: { chain: one.chain, wallet_address: one.wallet_address },
    }),
  );
  return [...wallets.map(unreadWallet), ...unread, ...unvalued, ...notLookedFor(not_looked_for)];
}
