/** A kind of services by which the ranking is filtered. */
export type KindKey = "cex" | "dex" | "lending" | "bridge" | "staking" | "other";

/** The kinds with a filter of their own. */
const KINDS = [
  { key: "cex", label: "Exchanges" },
  { key: "dex", label: "DEXs" },
  { key: "lending", label: "Lending" },
  { key: "bridge", label: "Bridges" },
  { key: "staking", label: "Staking" },
  { key: "other", label: "Other" },
] as const satisfies readonly { key: KindKey; label: string }[];

const NAMES: Readonly<Record<string, string>> = {
  cex: "Exchange",
  dex: "DEX",
  lending: "Lending",
  bridge: "Bridge",
  staking: "Staking",
  vault: "Vault",
  "nft-market": "NFT market",
  wallet: "Smart account",
  governance: "Governance",
  payment: "Payments",
  mixer: "Mixer",
  phishing: "Reported as fraud",
};

/** The name of the kind of a service; null where only the person names it. */
export const kindName = (kind: string | null): string => (kind === null ? "Named by you" : (NAMES[kind] ?? "Service"));

/** The filter that a kind of service belongs to. */
export const kindOf = (kind: string | null): KindKey => KINDS.find(({ key }) => key === kind)?.key ?? "other";

/** The filter that a URL names; null for all. */
export const kindIn = (text: string | null): KindKey | null => KINDS.find(({ key }) => key === text)?.key ?? null;

/** The name of a filter. */
export const kindLabel = (kind: KindKey): string => KINDS.find(({ key }) => key === kind)?.label ?? "Other";

/** The filters that services have, with the number of services, and the chosen one. */
export const kindsOf = (services: readonly { kind: string | null }[], chosen: KindKey | null) =>
  KINDS.map(({ key, label }) => ({
    key,
    label,
    rows: services.filter(({ kind }) => kindOf(kind) === key).length,
  })).filter(({ key, rows }) => rows > 0 || key === chosen);
