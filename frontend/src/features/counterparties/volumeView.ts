import { FIRST_SPAN, type SpanKey, spanOf } from "../../format/spans";
import { type KindKey, kindIn } from "./kinds";

/** What the page shows, as the URL describes it. */
export interface VolumeView {
  span: SpanKey;
  /** Null for all kinds. */
  kind: KindKey | null;
  by: "protocol" | "contract";
  /** The ids of the chains; empty for all. */
  chains: readonly string[];
  /** The name of the service whose panel is open. */
  open: string | null;
}

/** The view that a query describes. By default it shows the volume of a year by protocol, of everything. */
export const viewOf = (params: URLSearchParams): VolumeView => ({
  span: spanOf(params.get("span")).key,
  kind: kindIn(params.get("kind")),
  by: params.get("by") === "contract" ? "contract" : "protocol",
  chains: [...new Set(params.getAll("chain"))].filter(Boolean),
  open: params.get("counterparty") || null,
});

/** The parameters of a view, without what is the default. */
export const queryOf = ({ span, kind, by, chains, open }: VolumeView): Record<string, readonly string[]> => ({
  span: span === FIRST_SPAN ? [] : [span],
  kind: kind === null ? [] : [kind],
  by: by === "contract" ? [by] : [],
  chain: chains,
  counterparty: open === null ? [] : [open],
});
