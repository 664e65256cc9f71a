import { useEffect } from "react";
import { Protocols } from "../features/protocol/Protocols";
import { setZone } from "../format/zone";

/** The view-only DeFi of a shared portfolio. */
export function VisitorDefi({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return <Protocols visitor={visitorToken} actions={null} netWorth={null} onAdd={null} />;
}
