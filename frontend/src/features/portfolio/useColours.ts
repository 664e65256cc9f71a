import { useRef } from "react";
import { type ViewRow, viewRest } from "./assetView";
import { assignColours, segmentRows } from "./segments";
import type { Portfolio } from "./types";

/** The colors of the assets by group; each asset keeps its color between renders. */
export function useColours(rows: readonly ViewRow[], { user_wallet, figures }: Portfolio): ReadonlyMap<string, string> {
  const colours = useRef<ReadonlyMap<string, string>>(new Map());
  const groups = segmentRows(rows, viewRest(user_wallet.rest, figures, "/user_wallet")).map(({ group }) => group);
  colours.current = assignColours(colours.current, groups);
  return colours.current;
}
