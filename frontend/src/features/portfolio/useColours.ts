import { useRef } from "react";
import { type ViewRow, viewRest } from "./assetView";
import { assignColours, named } from "./shares";
import type { Portfolio } from "./types";

/** Colours that stay with their assets for free. */
export function useColours(rows: readonly ViewRow[], { user_wallet, figures }: Portfolio): ReadonlyMap<string, string> {
  const colours = useRef<ReadonlyMap<string, string>>(new Map());
  const groups = named(rows, viewRest(user_wallet.rest, figures, "/user_wallet")).map(({ group }) => group);
  colours.current = assignColours(colours.current, groups);
  return colours.current;
}
