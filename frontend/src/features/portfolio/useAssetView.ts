import { useSearchParams } from "react-router";
import { PAGE_SIZES } from "../../ui/paging";
import { MODES } from "./allocation";
import { type AssetView, FIRST_ROWS, SORTS, type SortKey } from "./assetView";

const sortOf = (text: string | null): SortKey => SORTS.find((key) => key === text) ?? "value";
const sizeOf = (text: string | null): number => PAGE_SIZES.find((size) => String(size) === text) ?? FIRST_ROWS;

function read(params: URLSearchParams): AssetView {
  const sort = sortOf(params.get("sort"));
  return {
    search: params.get("q") ?? "",
    groupBy: MODES.find((mode) => mode === params.get("groups")) ?? "asset",
    sort,
    ascending: params.has("dir") ? params.get("dir") === "asc" : sort === "name",
    showDust: params.get("dust") === "show",
    networks: (params.get("network") ?? "").split(",").filter(Boolean),
    page: Number(params.get("p") ?? 0),
    size: sizeOf(params.get("rows")),
  };
}

/** Writes the view to search parameters, omitting defaults. */
function write(params: URLSearchParams, view: AssetView): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (key: string, value: string, plain: string) =>
    value === plain ? next.delete(key) : next.set(key, value);
  put("q", view.search, "");
  put("groups", view.groupBy, "asset");
  put("sort", view.sort, "value");
  put("dir", view.ascending ? "asc" : "desc", view.sort === "name" ? "asc" : "desc");
  put("dust", view.showDust ? "show" : "hide", "hide");
  put("network", view.networks.join(","), "");
  put("p", String(view.page), "0");
  put("rows", String(view.size), String(FIRST_ROWS));
  return next;
}

/**
 * The view of the table, kept in the URL so that it can be shared. A change of page adds a history entry; other changes
 * replace it.
 */
export function useAssetView(): [AssetView, (change: Partial<AssetView>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<AssetView>) =>
    setParams((old) => write(old, { ...read(old), page: 0, ...part }), {
      replace: part.page === undefined,
      preventScrollReset: true,
    });
  return [read(params), change];
}
