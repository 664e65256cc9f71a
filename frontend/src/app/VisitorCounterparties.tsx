import { useEffect } from "react";
import { Counterparties } from "../features/counterparties/Counterparties";
import { setZone } from "../format/zone";
import { queryOfShared } from "./shareRedirect";

const historyPath = (query: URLSearchParams): string => `?${queryOfShared("transaction-history")}&${query}`;

/** The view-only Counterparties of a shared portfolio. */
export function VisitorCounterparties({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return <Counterparties visitor={visitorToken} share={null} accounts={null} onAdd={null} historyPath={historyPath} />;
}
