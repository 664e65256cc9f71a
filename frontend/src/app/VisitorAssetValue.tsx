import { useEffect } from "react";
import { AssetValue } from "../features/value/AssetValue";
import { setZone } from "../format/zone";
import { queryOfShared } from "./shareRedirect";

const historyPath = (query: URLSearchParams): string => `?${queryOfShared("transaction-history")}&${query}`;

/** The view-only Asset value of a shared portfolio. */
export function VisitorAssetValue({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return <AssetValue visitor={visitorToken} share={null} accounts={null} onAdd={null} historyPath={historyPath} />;
}
