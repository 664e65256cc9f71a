import type { TableActions } from "./AssetTable";
import type { ExplainedSum } from "./assetSums";
import type { AssetView } from "./assetView";
import type { GainColumn } from "./gains";
import type { Portfolio, VisitorToken } from "./types";

/** What all rows of the asset table have in common. */
export interface TableSetup {
  portfolio: Portfolio;
  visitorToken: VisitorToken;
  colours: ReadonlyMap<string, string>;
  view: AssetView;
  onView: (change: Partial<AssetView>) => void;
  /** Whether there is a column of gains, and whether these are known. */
  gains: GainColumn;
  /** The gain of everything; null where it is not known. */
  gainOfAll: ExplainedSum | null;
  /** Whether there is a column of prices over time. */
  hasLines: boolean;
  /** The asset whose panel is open. */
  openId: string | null;
  onOpen: (group: string | null) => void;
  /** Null in a view-only portfolio. */
  actions: TableActions | null;
}

/** The number of columns before that of the value, and after it. */
export const columnsOf = ({ hasLines, gains }: Pick<TableSetup, "hasLines" | "gains">) => ({
  before: hasLines ? 4 : 3,
  after: gains === "none" ? 1 : 2,
});
