import { startTransition, useOptimistic, useState } from "react";
import { useSearchParams } from "react-router";
import { nearestPage, PAGE_SIZES } from "../../ui/paging";
import { FIRST_SIZE, SPANS } from "./filter";
import type { LedgerFilter } from "./types";

/** How the ledger is looked at, as far as the page's address says. */
interface KeptView extends Omit<LedgerFilter, "search"> {
  /** From 0. */
  page: number;
  size: number;
}

/** How the ledger is looked at. */
export interface LedgerView extends LedgerFilter, KeptView {}

function read(params: URLSearchParams): KeptView {
  return {
    chain: params.get("network") ?? "",
    days: SPANS.find(({ days }) => String(days) === params.get("days"))?.days ?? 0,
    page: nearestPage(Number(params.get("p") ?? 0), Number.MAX_SAFE_INTEGER),
    size: PAGE_SIZES.find((size) => String(size) === params.get("rows")) ?? FIRST_SIZE,
  };
}

/** What differs from the plain view, as parts of an address. */
function write(params: URLSearchParams, view: KeptView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string, plain: string) =>
    value === plain ? next.delete(key) : next.set(key, value);
  put("network", view.chain, "");
  put("days", String(view.days), "0");
  put("p", String(view.page), "0");
  put("rows", String(view.size), String(FIRST_SIZE));
  return next;
}

/**
 * The ledger's view, kept in the page's address. What is searched for stays out of it on purpose: people type their
 * addresses there, and addresses of pages are remembered by browsers and handed on. Any change begins at the first page.
 */
export function useLedgerView(): [LedgerView, (change: Partial<LedgerView>) => void] {
  const [search, setSearch] = useState("");
  const [params, setParams] = useSearchParams();
  // The address follows a moment later; what was chosen shows at once.
  const [kept, show] = useOptimistic(read(params));
  const change = ({ search: typed, ...part }: Partial<LedgerView>) => {
    if (typed !== undefined) setSearch(typed);
    const next = { ...kept, page: 0, ...part };
    const address = write(params, next);
    if (String(address) === String(params)) return;
    startTransition(() => {
      show(next);
      setParams(address, { replace: true, preventScrollReset: true });
    });
  };
  return [{ ...kept, search }, change];
}
