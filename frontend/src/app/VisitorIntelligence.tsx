import { useEffect } from "react";
import { Intelligence } from "../features/flows/Intelligence";
import { FirstInsights } from "../features/insight/FirstInsights";
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
      insights={<FirstInsights visitor={visitorToken} path={`?${queryOfShared("insights")}`} />}
      onAdd={null}
      pathOf={(page) => `?${queryOfShared(page)}`}
    />
  );
}
