import { useEffect } from "react";
import { Insights } from "../features/insight/Insights";
import type { DataPage } from "../features/insight/view";
import { setZone } from "../format/zone";
import { queryOfShared } from "./shareRedirect";

/** The pages of a shared portfolio with the data of insights. Health and approvals are private; Home says what is missing. */
const PATHS: Readonly<Record<DataPage, string>> = {
  home: "?",
  defi: `?${queryOfShared("defi")}`,
  health: "?",
  approvals: "?",
  costs: `?${queryOfShared("costs")}`,
  history: `?${queryOfShared("transaction-history")}`,
};

/** The view-only Insights of a shared portfolio. */
export function VisitorInsights({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return (
    <Insights visitor={visitorToken} actions={null} onAdd={null} onUpgrade={null} pathOf={(page) => PATHS[page]} />
  );
}
