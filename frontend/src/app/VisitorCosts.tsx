import { Suspense, useEffect } from "react";
import { Costs } from "../features/costs/Costs";
import { setZone } from "../format/zone";
import { lazyPart } from "../ui/lazyPart";
import { queryOfShared } from "./shareRedirect";

const VolumeCard = lazyPart(() => import("../features/counterparties/VolumeCard"), "VolumeCard");

/** The view-only Costs of a shared portfolio. */
export function VisitorCosts({ visitorToken }: { visitorToken: string }) {
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return (
    <Costs
      visitor={visitorToken}
      share={null}
      volume={
        <Suspense>
          <VolumeCard visitor={visitorToken} path={`?${queryOfShared("counterparties")}`} />
        </Suspense>
      }
      entryPath={null}
      onChoose={null}
    />
  );
}
