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
  not_looked_for: readonly unknown[];
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

/**
 * Reads that failed or are old, in words: `13 wallets not read on Metis`, `2 sources failed`. Only data providers are sources,
 * and each wallet counts once.
 */
export function readWords(reads: readonly Read[], ofWallet: string, ofSource: string): string[] {
  const accounts = reads.filter(({ wallet_address }) => wallet_address !== null);
  const [first] = accounts;
  const chains = new Set(accounts.map(({ chain }) => chain)).size;
  const wallets = new Set(accounts.map(({ wallet_address }) => wallet_address)).size;
  const sources = reads.length - accounts.length;
  return [
    first
      ? `${walletsIn(wallets, first.chain)} ${ofWallet} on ${chains === 1 ? wordsOfRead(first.name)[1] : plural(chains, "network")}`
      : "",
    sources > 0 ? `${plural(sources, "source")} ${ofSource}` : "",
  ].filter(Boolean);
}

/** The reads without any answer, in words. */
export const failedWords = (failed: readonly Read[]): string[] => readWords(failed, "not read", "failed");

/** How many holdings are priced; empty if there are none while the first may still be loading. */
export function pricedWords(priced: number, all: number, isWhole: boolean): string {
  if (all === 0) return isWhole ? "No assets" : "";
  return `${count(priced)} of ${plural(all, "holding")} priced`;
}

/** The phrases of the coverage badge. They count holdings, never a share of an unknown total. A price being requested is not missing. */
export function coverageWords(coverage: Covered): string[] {
  const { priced, unpriced, failed, stale, unread, not_looked_for, reading } = coverage;
  const all = priced + unpriced.length;
  const beingRequested = unpriced.filter(({ reason }) => reason === "not_asked_yet").length;
  const without = unpriced.length - beingRequested;
  const isWhole = [failed, unread, not_looked_for].every((missing) => missing.length === 0) && reading === 0;
  const words = [
    // If no price is being requested, the count before already says how many are unpriced.
    without > 0 && beingRequested > 0 ? `${count(without)} unpriced` : "",
    beingRequested > 0 ? `${count(beingRequested)} being priced` : "",
    unread.length > 0 ? plural(unread.length, "wallet not loaded", "wallets not loaded") : "",
    ...failedWords(failed),
    reading > 0 ? `${count(reading)} still loading` : "",
  ].filter(Boolean);
  // The badge is short, so what is certainly missing comes before what may be missing or counts at its last value.
  const rest = [
    ...readWords(stale, "out of date", "out of date"),
    not_looked_for.length > 0 && unpriced.length === 0 ? "unlisted tokens not detected" : "",
  ].filter(Boolean);
  return [pricedWords(priced, all, isWhole), ...words, ...(words.length === 0 ? rest.slice(0, 1) : [])].filter(Boolean);
}
