import { count, plural } from "./text";

/** A failed or outdated read: of an account, or of a data provider if it has no address. */
interface Read {
  name: string;
  chain: string | null;
  wallet_address: string | null;
}

interface Covered {
  priced: number;
  unpriced: readonly { reason: string }[];
  failed: readonly Read[];
  stale: readonly Read[];
  unread: readonly unknown[];
  not_looked_for: readonly { protocol: string | null }[];
  reading: number;
}

/** Splits `0x3f5c…9e21 on OP Mainnet`, the name of a read, into the wallet and the network. */
export function wordsOfRead(name: string): [wallet: string, network: string] {
  const at = name.lastIndexOf(" on ");
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at + " on ".length)];
}

/** `13 wallets`, the addresses that were read. On Bitcoin and its kin they are addresses, because a wallet has many. */
export const walletsIn = (many: number, chain: string | null): string =>
  chain?.startsWith("bip122:") ? plural(many, "address", "addresses") : plural(many, "wallet");

/** The reads of accounts; the others are requests to data providers. */
export const accountReads = <R extends Read>(reads: readonly R[]): R[] =>
  reads.filter(({ wallet_address }) => wallet_address !== null);

/** Accounts whose read failed or is old, in words: `13 wallets not read on Metis`; empty without any. Each wallet counts once. */
export function accountWords(reads: readonly Read[], what: string): string {
  const accounts = accountReads(reads);
  const [first] = accounts;
  if (!first) return "";
  const chains = new Set(accounts.map(({ chain }) => chain)).size;
  const wallets = new Set(accounts.map(({ wallet_address }) => wallet_address)).size;
  return `${walletsIn(wallets, first.chain)} ${what} on ${chains === 1 ? wordsOfRead(first.name)[1] : plural(chains, "network")}`;
}

/** The accounts without any answer, in words. */
export const unreadWords = (failed: readonly Read[]): string => accountWords(failed, "not read");

/** The assets of a portfolio: all of them, also those that a limit of rows cuts off, and the remainder after the largest. */
interface Assets {
  count: number;
  assets: readonly { value: string | null }[];
  rest: { after: number; count: number } | null;
}

/** How many assets have a value, which may be zero. Assets are counted over all wallets and networks, without hidden ones. */
export const pricedAssets = ({ assets, rest }: Assets): number =>
  rest ? rest.after + rest.count : assets.filter(({ value }) => value !== null).length;

/** `36 assets, 29 priced`. */
export function assetWords(all: Assets): string {
  const priced = pricedAssets(all);
  return plural(all.count, "asset") + (priced < all.count ? `, ${count(priced)} priced` : "");
}

/** `32 of 36`, the rows that a table shows of all. */
export const shownOf = (shown: number, all: number): string =>
  shown === all ? count(all) : `${count(shown)} of ${count(all)}`;

/** The parts that a figure adds up: `29 priced assets`, or `36 assets` if no price is missing. */
export const partWords = (many: number, isMissing: boolean, noun: string): string =>
  plural(many, isMissing ? `priced ${noun}` : noun);

/** How many holdings are priced; empty if there are none while the first may still be loading. */
export function pricedWords(priced: number, all: number, isWhole: boolean): string {
  if (all === 0) return isWhole ? "No assets" : "";
  return `${count(priced)} of ${plural(all, "holding")} priced`;
}

/** The phrases of the coverage badge. They count holdings, never a share of an unknown total. A price being requested is not missing. */
export function coverageWords(coverage: Covered): string[] {
  const { priced, unpriced, failed, stale, unread, not_looked_for, reading } = coverage;
  const all = priced + unpriced.length;
  const beingRequested = unpriced.filter(({ reason }) => reason === "not_requested_yet").length;
  const without = unpriced.length - beingRequested;
  const isWhole = [accountReads(failed), unread, not_looked_for].every(({ length }) => length === 0) && reading === 0;
  const protocols = not_looked_for.filter(({ protocol }) => protocol !== null).length;
  const words = [
    // If no price is being requested, the count before already says how many are unpriced.
    without > 0 && beingRequested > 0 ? `${count(without)} unpriced` : "",
    beingRequested > 0 ? `${count(beingRequested)} being priced` : "",
    unread.length > 0 ? plural(unread.length, "wallet not loaded", "wallets not loaded") : "",
    protocols > 0 ? plural(protocols, "protocol not read", "protocols not read") : "",
    unreadWords(failed),
    reading > 0 ? `${count(reading)} still loading` : "",
  ].filter(Boolean);
  // The badge is short, so what is certainly missing comes before what may be missing or counts at its last value.
  // How many data providers failed is counted once, by the line that lists all of them.
  const fewer = [...failed, ...stale].some(({ wallet_address }) => wallet_address === null);
  const rest = [
    accountWords(stale, "out of date"),
    fewer ? "prices from fewer sources" : "",
    not_looked_for.length > 0 && unpriced.length === 0 ? "unlisted tokens not detected" : "",
  ].filter(Boolean);
  return [pricedWords(priced, all, isWhole), ...words, ...(words.length === 0 ? rest.slice(0, 1) : [])].filter(Boolean);
}
