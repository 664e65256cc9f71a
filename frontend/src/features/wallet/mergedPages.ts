import type { SearchWalletData } from "./types";

const ROW = /^\/user_wallets\/(\d+)\//;

/** The ids of the figures of a page, by their paths in the merged answer. */
const movedFigures = ({ figures, start }: SearchWalletData): [string, string][] =>
  Object.entries(figures).map(([path, id]) => [
    path.replace(ROW, (_, row: string) => `/user_wallets/${Number(row) + start}/`),
    id,
  ]);

/** One answer with the wallets of all pages, which are in order and without gaps. */
export function mergedPages(pages: readonly [SearchWalletData, ...SearchWalletData[]]): SearchWalletData {
  const [first] = pages;
  if (pages.length === 1) return first;
  return {
    ...first,
    figures: Object.fromEntries(pages.flatMap(movedFigures)),
    user_wallets: pages.flatMap(({ user_wallets }) => user_wallets),
  };
}
