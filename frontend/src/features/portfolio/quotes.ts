import type { ExplainNode } from "./types";

/** The quote of a source for one unit. */
export interface QuoteLine {
  id: string;
  name: string;
  value: string | null;
  unit: string;
  at: string | null;
  /** Whether it is the median of at least three quotes. */
  isMedian: boolean;
}

/** The quotes of a price, and whether their median or their average is used. */
export interface Agreement {
  isMedian: boolean;
  quotes: QuoteLine[];
}

const AGREED: readonly string[] = ["median", "average"];
const LEFT_OUT: readonly string[] = ["gap", "hidden"];

/** The first node of the tree that matches. */
function findNode(node: ExplainNode, fits: (node: ExplainNode) => boolean): ExplainNode | null {
  if (fits(node)) return node;
  for (const child of node.children) {
    const found = findNode(child, fits);
    if (found) return found;
  }
  return null;
}

/** The quotes used in an explained price; null for a manual price. */
export function agreementOf(tree: ExplainNode): Agreement | null {
  const agreed = findNode(tree, ({ operation }) => AGREED.includes(operation));
  const single = agreed ?? findNode(tree, ({ source, measure }) => source !== null && measure === "price");
  if (!single) return null;
  const nodes = agreed ? agreed.children.filter(({ operation }) => !LEFT_OUT.includes(operation)) : [single];
  const quotes = nodes.map((node, i) => ({
    id: `${node.source?.id ?? node.label} ${i}`,
    name: node.source?.name ?? node.label,
    value: node.value,
    unit: node.unit,
    at: node.observed_at,
    isMedian: node.chosen,
  }));
  return { isMedian: agreed?.operation === "median", quotes };
}
