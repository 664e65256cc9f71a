/** A feature that a link of another site opens. */
interface Feature {
  /** The page, with the query that opens its dialog. */
  path: string;
  /** Why another page is opened, if the page of the feature is not built yet. */
  notice: string | null;
}

const INTELLIGENCE = "/intelligence?add-address=true";

/** The features that links of other sites name. */
const features: Readonly<Record<string, Feature>> = {
  "whale-watch": { path: "/home", notice: "Whale Watch isn't available yet." },
  "average-cost-basis": { path: "/intelligence/costs?add-address=true", notice: null },
  netflow: { path: `${INTELLIGENCE}#netflow`, notice: null },
  insights: { path: "/intelligence/insights?add-address=true", notice: null },
  "asset-value-chart": { path: "/intelligence/asset-value?add-address=true", notice: null },
};

const HOME: Feature = { path: "/home", notice: null };

/** The feature of a name; Home for an unknown one. */
export const featureOf = (name: string | null): Feature =>
  name !== null && Object.hasOwn(features, name) ? (features[name] ?? HOME) : HOME;
