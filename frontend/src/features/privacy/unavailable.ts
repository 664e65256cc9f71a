import { plural } from "../../format/text";
import type { ChainRow, SourceProfile } from "./types";

/** A feature that is unavailable without public providers. */
export interface UnavailableFeature {
  what: string;
  text: string;
}

const kinds: readonly { kind: SourceProfile["kind"]; what: string; text: string }[] = [
  { kind: "price", what: "Prices", text: "are not requested. Set custom prices instead." },
  { kind: "name", what: "Names", text: "such as vitalik.eth are not looked up. Paste the address instead." },
  {
    kind: "token_list",
    what: "Token lists",
    text: "are not downloaded. Built-in and previously seen tokens are still detected.",
  },
  { kind: "explorer", what: "Explorers", text: "are not used. Unlisted tokens are not detected." },
  { kind: "currency", what: "Currency rates", text: "are not downloaded. Amounts stay in US dollars." },
];

/** The features that are unavailable if only own nodes are used, unless an own source replaces them. */
export function unavailableFeatures(
  profiles: readonly SourceProfile[],
  chains: readonly ChainRow[],
): UnavailableFeature[] {
  const isUsed = (kind: SourceProfile["kind"]) => profiles.some((one) => one.kind === kind && one.hosts.length > 0);
  const unread = chains.filter((chain) => !chain.supported).length;
  const gone: UnavailableFeature[] = kinds
    .filter(({ kind }) => !isUsed(kind))
    .map(({ what, text }) => ({ what, text }));
  if (unread > 0)
    gone.unshift({
      what: `${plural(unread, "network")}`,
      text: `of ${chains.length} ${unread === 1 ? "is" : "are"} not read. Each needs your own node in the configuration.`,
    });
  return gone;
}
