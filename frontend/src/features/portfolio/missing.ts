import { briefly } from "../../format/reason";
import type { AssumedDecimals, Coverage, FailedSource, UnpricedHolding } from "./queries";

/** Something a total does not know, and what can be done about it. */
export interface Gap {
  id: string;
  /** What is missing. */
  title: string;
  text: string;
  /** The same where there is one line for it. */
  line: string;
  step: "price" | "read" | "decimals" | null;
  /** The decimals that a list states, where the token's contract states none. */
  assumed: AssumedDecimals | null;
  asset: string | null;
  symbol: string;
  amount: string | null;
  rawAmount: string | null;
  place: { chain: string | null; wallet_address: string | null };
  /** When the source was last good, or how old its answer is. */
  at: string | null;
}

/** Gaps that a price would close. One that is being asked for closes by itself. */
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

/** Whether a price of one's own would make a known quantity count. */
export const wantsPrice = (amount: string | null, reason: string): boolean =>
  amount !== null && PRICEABLE.includes(reason);

type Place = Gap["place"];

type Told = Pick<Gap, "title" | "text" | "line">;

const source = (id: string, told: Told, place: Place, at: string | null): Gap => ({
  id,
  ...told,
  step: "read",
  assumed: null,
  asset: null,
  symbol: "",
  amount: null,
  rawAmount: null,
  place,
  at,
});

/** `0x3f5c…9e21 on OP Mainnet` in its two halves, each on a line of its own. */
function unreadable({ name, reason, text }: FailedSource): Told {
  const at = name.lastIndexOf(" on ");
  const words = briefly(reason, text);
  if (at < 0) return { title: name, text, line: words };
  return { title: name.slice(0, at), text: `${name}: ${text}`, line: `${name.slice(at + " on ".length)} · ${words}` };
}

/** What would make a holding count. */
function stepOf({ assumed_decimals, amount, reason }: UnpricedHolding): Gap["step"] {
  if (assumed_decimals) return "decimals";
  return wantsPrice(amount, reason) ? "price" : null;
}

/** Everything that is missing: failed sources first, then old ones, then holdings without a price. */
export function gaps({ unpriced, failed, stale }: Coverage): Gap[] {
  const unread = failed.map((one, i) =>
    source(
      `failed ${one.source} ${i}`,
      unreadable(one),
      { chain: one.chain, wallet_address: one.wallet_address },
      one.last_good,
    ),
  );
  const old = stale.map((one, i) =>
    source(
      `stale ${one.source} ${i}`,
      { title: one.name, text: one.text, line: one.text },
      { chain: one.chain, wallet_address: one.wallet_address },
      one.as_of,
    ),
  );
  const unvalued = unpriced.map(
    (one): Gap => ({
      id: `unpriced ${one.asset} ${one.wallet_address}`,
      title: one.name,
      text: one.text,
      line: one.text,
      step: stepOf(one),
      assumed: one.assumed_decimals,
      asset: one.asset,
      symbol: one.symbol,
      amount: one.amount,
      rawAmount: one.raw_amount,
      place: { chain: one.chain, wallet_address: one.wallet_address },
      at: null,
    }),
  );
  return [...unread, ...old, ...unvalued];
}
