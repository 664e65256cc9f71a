import { useEffect } from "react";
import { useMoveToWorld } from "../features/user/mutations";
import { isMoving } from "../features/user/session";
import { demoEnded } from "../features/world/demoEnded";
import { leaveDemo } from "../features/world/mutations";
import type { World } from "../features/world/types";
import { WorldBanner } from "../features/world/WorldBanner";
import { pageFact } from "./pageFacts";

/** The banner of the world with the button that leaves a demo. Reloads the page if the demo was left in another tab. */
export function WorldContainer({ world }: { world: World | undefined }) {
  const { mutate, isPending, error } = useMoveToWorld(leaveDemo);
  const left = demoEnded(pageFact("world"), world);
  useEffect(() => {
    if (left && !isMoving()) window.location.reload();
  }, [left]);
  const liveSwitch = { onSwitch: () => mutate(), busy: isPending, ...(error ? { failure: error.message } : {}) };
  return <WorldBanner world={world} liveSwitch={liveSwitch} />;
}
