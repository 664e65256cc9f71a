import type { ViewRow } from "./assetView";
import type { Marks } from "./GapMark";
import type { Portfolio } from "./types";

/** The images of every asset and network of a portfolio. */
export function marksOf(
  { networks, quiet_networks }: Pick<Portfolio, "networks" | "quiet_networks">,
  rows: readonly ViewRow[],
  colours: ReadonlyMap<string, string>,
): Marks {
  const assets = rows.flatMap(({ parts, mark, group }) =>
    parts.map(({ asset }) => [asset, { mark, colour: colours.get(group) ?? "var(--c8)" }] as const),
  );
  const chains = [...networks, ...quiet_networks].map((network) => [network.chain, network] as const);
  return { assets: new Map(assets), networks: new Map(chains) };
}
