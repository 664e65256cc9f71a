import { plural } from "../../format/text";
import type { Detection, WalletCard } from "./types";

type Key = NonNullable<Detection["extended_key"]>;
export type WalletKey = NonNullable<WalletCard["extended_key"]>;

const SCRIPTS: Record<Key["scripts"][number], string> = {
  pkh: "legacy",
  wpkh: "native segwit",
  "sh-wpkh": "nested segwit",
  tr: "taproot",
};

/** The kinds of addresses that are scanned: `native segwit`, or `legacy, native segwit and taproot`. */
export function kindsOf({ scripts }: Pick<Key, "scripts">): string {
  const words = scripts.map((script) => SCRIPTS[script]);
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** What happens to a key, shown before it is added. */
export const keyPromise =
  "Extended key. Its addresses are derived on this server, and the key is never shared with anyone.";

/** Whether some of a key's addresses are not scanned yet. */
export const isScanning = ({ addresses_looked_at, addresses_watched }: WalletKey): boolean =>
  addresses_watched === 0 || addresses_looked_at < addresses_watched;

/** Where the search for addresses ends. */
export const limitWords = ({ gap_limit }: WalletKey): string =>
  `Addresses after ${gap_limit} unused ones are not searched.`;

/** The progress of the address scan. */
export const scanWords = (key: WalletKey): string =>
  isScanning(key)
    ? `Scanning · ${plural(key.addresses_looked_at, "address", "addresses")} checked`
    : `${plural(key.addresses_used, "address", "addresses")} used of ${key.addresses_looked_at} checked`;
