import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { nearestPage } from "../../ui/paging";

const KEYS = ["amount", "created_on", "name"] as const;
/** By what the rows of the list are grouped. */
const GROUPINGS = ["own", "app", "network", "none"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The order, filter and page of the wallet list. */
export interface WalletView {
  key: (typeof KEYS)[number];
  ascending: boolean;
  /** Only wallets with holdings on one of these chains; empty for all wallets. */
  chains: readonly string[];
  /** Null for the usual grouping: by the person's own groups if there is one. */
  group: Grouping | null;
  /** The id of the wallet app whose wallets are shown; null for all. */
  app: string | null;
  /** Zero-based. */
  page: number;
}

/** Whether an order begins with the smallest. */
export const isAscendingAtFirst = (key: WalletView["key"]): boolean => key === "name";

/** The order after a click on a sort: a new sort starts in its default direction, the same one is reversed. */
export const sortedBy = (view: WalletView, key: WalletView["key"]): Pick<WalletView, "key" | "ascending"> => ({
  key,
  ascending: key === view.key ? !view.ascending : isAscendingAtFirst(key),
});

/** Toggles a chain of the filter. */
export const toggled = (chains: readonly string[], chain: string): string[] =>
  chains.includes(chain) ? chains.filter((one) => one !== chain) : [...chains, chain];

export function readView(params: URLSearchParams): WalletView {
  const key = KEYS.find((one) => one === params.get("sort")) ?? "amount";
  const page = Math.trunc(Number(params.get("p") ?? 0));
  return {
    key,
    ascending: params.has("dir") ? params.get("dir") === "asc" : isAscendingAtFirst(key),
    chains: (params.get("chains") ?? "").split(",").filter(Boolean),
    group: GROUPINGS.find((one) => one === params.get("group")) ?? null,
    app: params.get("app") || null,
    page: page > 0 ? page : 0,
  };
}

/** Writes the view to search parameters, omitting defaults. */
export function writeView(params: URLSearchParams, view: WalletView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, plain: string) =>
    value === plain ? next.delete(name) : next.set(name, value);
  put("sort", view.key, "amount");
  put("dir", view.ascending ? "asc" : "desc", isAscendingAtFirst(view.key) ? "asc" : "desc");
  put("chains", view.chains.join(","), "");
  put("group", view.group ?? "", "");
  put("app", view.app ?? "", "");
  put("p", String(view.page), "0");
  return next;
}

/** The view of the wallet list, kept in the URL so that it can be shared. Every change goes to the first page. */
export function useWalletView(): [WalletView, (change: Partial<WalletView>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<WalletView>) =>
    setParams((old) => writeView(old, { ...readView(old), page: 0, ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  return [readView(params), change];
}

/** Goes to the last page from a page beyond it, after an old link or when the last wallet of a page was deleted. */
export function useWithinPages([{ page }, onView]: ReturnType<typeof useWalletView>, pages: number | undefined): void {
  const nearest = pages === undefined ? page : nearestPage(page, pages);
  useEffect(() => {
    if (nearest !== page) onView({ page: nearest });
  }, [nearest, page, onView]);
}
