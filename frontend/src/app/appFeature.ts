/** The pages that links of other sites name. */
const targets: Readonly<Record<string, string>> = {
  "whale-watch": "/whale-watch?create-pod=true",
  "average-cost-basis": "/intelligence/costs?add-address=true",
  netflow: "/intelligence?add-address=true#netflow",
  insights: "/intelligence/insights?add-address=true",
  "asset-value-chart": "/intelligence/asset-value?add-address=true",
};

/** The page of a feature, with the query that opens its dialog; Home for an unknown name. */
export const featurePath = (name: string | null): string =>
  name !== null && Object.hasOwn(targets, name) ? (targets[name] ?? "/home") : "/home";
