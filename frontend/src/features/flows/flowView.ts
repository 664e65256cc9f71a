import { FIRST_SPAN, type SpanKey, spanOf } from "../../format/spans";

/** Whether what moved between own accounts is left out or counted on both sides. */
export type FlowMode = "net" | "gross";

/** What the card shows, as the URL describes it. */
export interface FlowView {
  span: SpanKey;
  mode: FlowMode;
  /** The ids of the chains; empty for all. */
  chains: readonly string[];
  /** The coins; empty for all. */
  assets: readonly string[];
}

const values = (params: URLSearchParams, name: string): string[] => [...new Set(params.getAll(name))].filter(Boolean);

/** The view that a query describes. By default it shows the net flows of a year, of everything. */
export const viewOf = (params: URLSearchParams): FlowView => ({
  span: spanOf(params.get("span")).key,
  mode: params.get("flows") === "gross" ? "gross" : "net",
  chains: values(params, "chain"),
  assets: values(params, "token"),
});

/** The parameters of a view, without what is the default. */
export const queryOf = ({ span, mode, chains, assets }: FlowView): Record<string, readonly string[]> => ({
  span: span === FIRST_SPAN ? [] : [span],
  flows: mode === "gross" ? [mode] : [],
  chain: chains,
  token: assets,
});
