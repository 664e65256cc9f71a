import { type ReactNode, useState } from "react";
import { count } from "../format/text";
import { Button } from "./Button";

/**
 * The first rows of a list, and a button that shows or hides the others; null if all rows fit. A single row more is shown: the
 * button would take its place.
 */
export function useShowMore<Row>(rows: readonly Row[], first: number): [readonly Row[], ReactNode] {
  const [all, setAll] = useState(false);
  if (rows.length <= first + 1) return [rows, null];
  return [
    all ? rows : rows.slice(0, first),
    <Button key="more" tone="link" small aria-expanded={all} onClick={() => setAll(!all)}>
      {all ? "Show fewer" : `Show ${count(rows.length - first)} more`}
    </Button>,
  ];
}
