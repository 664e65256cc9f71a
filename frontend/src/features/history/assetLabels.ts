import { plainText, shortAddress } from "../../format/text";
import { tokenId } from "./legs";
import type { FilterOption, HistoryFilters, HistoryRow } from "./types";

/** CAIP-19: the network, the standard, the contract or the number of the coin, and the id of a unique token. */
const ASSET_ID = /^([-a-z0-9]{3,8}:[-\w]{1,32})\/([-a-z0-9]{3,8}):([-.%\w]{1,128})(?:\/([-.%\w]{1,78}))?$/;

/** Whether a text is the id of an asset. */
export const isAssetId = (text: string): boolean => ASSET_ID.test(text);

/** The id of a unique token: ` #12`; empty for others. */
const numberWords = (asset: string): string => {
  const id = ASSET_ID.exec(asset)?.[4];
  return id === undefined ? "" : ` ${tokenId(id)}`;
};

/** The symbol of an asset, or words for it: `NFT 0x1234…abcd #12`, `Token 0x1234…abcd`, `Ethereum coin`. */
export function assetIdLabel(asset: string, filters: HistoryFilters | undefined): string {
  const symbol = filters?.symbols?.get(asset);
  if (symbol) return `${symbol}${numberWords(asset)}`;
  const [, chain = "", standard = "", reference = ""] = ASSET_ID.exec(asset) ?? [];
  if (standard === "") return asset;
  if (standard === "slip44") {
    const network = filters?.chain_filters.find(({ value }) => value === chain)?.label;
    return network ? `${network} coin` : `Coin of ${chain}`;
  }
  const isUnique = standard === "erc721" || standard === "erc1155";
  return `${isUnique ? "NFT" : "Token"} ${shortAddress(reference)}${numberWords(asset)}`;
}

/** Adds the symbols of the shown entries, by which an asset that is chosen by its id is named. */
export const withSymbols = (filters: HistoryFilters | undefined, rows: readonly HistoryRow[]) =>
  filters && {
    ...filters,
    symbols: new Map(rows.flatMap(({ legs }) => legs.map(({ asset, symbol }) => [asset, plainText(symbol)] as const))),
  };

/** The filters with short labels of assets: an option without a symbol is labeled with the whole id of its asset. */
export function withAssetLabels(filters: HistoryFilters): HistoryFilters {
  const label = (option: FilterOption) =>
    isAssetId(option.label)
      ? assetIdLabel(option.label, filters)
      : `${plainText(option.label)}${numberWords(option.value)}`;
  return { ...filters, asset_filters: filters.asset_filters.map((option) => ({ ...option, label: label(option) })) };
}
