import type { getAverageCostBasis, getCostMethods } from "@spyhop/sdk";

export type { GasFeeData as Fees, OpenCost, OpenCostsData as OpenCosts, PartialTotal as FeeTotal } from "@spyhop/sdk";

export type CostBasis = Awaited<ReturnType<typeof getAverageCostBasis>>;
export type CostRow = CostBasis["assets"][number];
export type CostMethods = Awaited<ReturnType<typeof getCostMethods>>;

/** The token of a share session; null on the person's own page. */
export type VisitorToken = string | null;
