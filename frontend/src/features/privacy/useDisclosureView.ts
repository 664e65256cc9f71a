import { startTransition, useOptimistic, useState } from "react";
import { useSearchParams } from "react-router";
import { nearestPage, PAGE_SIZES } from "../../ui/paging";
import { FIRST_SIZE, SPANS } from "./filter";
import type { DisclosureFilter } from "./types";

/** The part of the view that is kept in the URL. */
interface KeptView extends Omit<DisclosureFilter, "search"> {
  /** Zero-based. */
  page: number;
  size: number;
}

/** The view of the request log. */
export interface DisclosureView extends DisclosureFilter, KeptView {}

function read(params: URLSearchParams): KeptView {
  return {
    chain: params.get("network") ?? "",
    days: SPANS.find(({ days }) => String(days) === params.get("days"))?.days ?? 0,
    page: nearestPage(Number(params.get("p") ?? 0), Number.MAX_SAFE_INTEGER),
    size: PAGE_SIZES.find((size) => String(size) === params.get("rows")) ?? FIRST_SIZE,
  };
}

/** Writes the view to search parameters, omitting defaults. Their order does not depend on that of the changes. */
function write(params: URLSearchParams, view: KeptView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string, plain: string) => {
    next.delete(key);
    if (value !== plain) next.append(key, value);
  };
  put("network", view.chain, "");
  put("days", String(view.days), "0");
  put("p", String(view.page), "0");
  put("rows", String(view.size), String(FIRST_SIZE));
  return next;
}

/**
 * The view of the request log, kept in the URL except for the search text: people search for their addresses, and URLs
 * are stored in the browser history and shared. Every change of a filter goes to the first page.
 */
export function useDisclosureView(): [DisclosureView, (change: Partial<DisclosureView>) => void] {
  const [search, setSearch] = useState("");
  const [params, setParams] = useSearchParams();
  // The URL changes a moment later; the choice is shown immediately.
  const [kept, show] = useOptimistic(read(params));
  const change = ({ search: typed, ...part }: Partial<DisclosureView>) => {
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
