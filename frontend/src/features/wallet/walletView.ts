import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { nearestPage } from "../../ui/paging";

const KEYS = ["amount", "created_on", "name"] as const;

/** How the wallets are ordered, which are shown, and which page of them is looked at. */
export interface WalletView {
  key: (typeof KEYS)[number];
  ascending: boolean;
  /** Chains that a wallet must hold something on; none means all wallets. */
  chains: readonly string[];
  /** From 0. */
  page: number;
}

const isAscendingAtFirst = (key: WalletView["key"]): boolean => key === "name";

/** A press on a sort: another one begins in its usual order, the same one turns. */
export const sortedBy = (view: WalletView, key: WalletView["key"]): Pick<WalletView, "key" | "ascending"> => ({
  key,
  ascending: key === view.key ? !view.ascending : isAscendingAtFirst(key),
});

/** A press on a badge takes the chain in or out; without any left, all are shown. */
export const toggled = (chains: readonly string[], chain: string): string[] =>
  chains.includes(chain) ? chains.filter((one) => one !== chain) : [...chains, chain];

export function readView(params: URLSearchParams): WalletView {
  const key = KEYS.find((one) => one === params.get("sort")) ?? "amount";
  const page = Math.trunc(Number(params.get("p") ?? 0));
  return {
    key,
    ascending: params.has("dir") ? params.get("dir") === "asc" : isAscendingAtFirst(key),
    chains: (params.get("chains") ?? "").split(",").filter(Boolean),
    page: page > 0 ? page : 0,
  };
}

/** What differs from the plain view, as parts of an address. */
export function writeView(params: URLSearchParams, view: WalletView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, plain: string) =>
    value === plain ? next.delete(name) : next.set(name, value);
  put("sort", view.key, "amount");
  put("dir", view.ascending ? "asc" : "desc", isAscendingAtFirst(view.key) ? "asc" : "desc");
  put("chains", view.chains.join(","), "");
  put("p", String(view.page), "0");
  return next;
}

/** The view of the wallets, kept in the page's address so that it can be sent. Any change begins at the first page. */
export function useWalletView(): [WalletView, (change: Partial<WalletView>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<WalletView>) =>
    setParams((old) => writeView(old, { ...readView(old), page: 0, ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  return [readView(params), change];
}

/** Goes to the last page from one behind it: a link that is old, or a page whose last wallet was deleted. */
export function useWithinPages([{ page }, onView]: ReturnType<typeof useWalletView>, pages: number | undefined): void {
  const nearest = pages === undefined ? page : nearestPage(page, pages);
  useEffect(() => {
    if (nearest !== page) onView({ page: nearest });
  }, [nearest, page, onView]);
}
