import { useEffect } from "react";
import { Intelligence } from "../features/flows/Intelligence";
import { setZone } from "../format/zone";
import { queryOfShared } from "./shareRedirect";

/** The view-only Intelligence of a shared portfolio. */
export function VisitorIntelligence({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return (
    <Intelligence
      visitor={visitorToken}
      share={null}
      accounts={null}
      onAdd={null}
      pathOf={(page) => `?${queryOfShared(page)}`}
    />
  );
}
