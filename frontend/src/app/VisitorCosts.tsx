import { useEffect } from "react";
import { Costs } from "../features/costs/Costs";
import { setZone } from "../format/zone";

/** The view-only Costs of a shared portfolio. */
export function VisitorCosts({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return <Costs visitor={visitorToken} share={null} onChoose={null} />;
}
