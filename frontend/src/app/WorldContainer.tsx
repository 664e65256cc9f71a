import { useEffect } from "react";
import { useMove } from "../features/user/queries";
import { isMoving } from "../features/user/session";
import { leaveDemo, type World, wasLeft } from "../features/world/queries";
import { WorldBanner } from "../features/world/WorldBanner";
import { pageFact } from "./pageFacts";

/** The banner of the world, with the way out of a demo. A page whose demo was left elsewhere is drawn anew. */
export function WorldContainer({ world }: { world: World | undefined }) {
  const { mutate, isPending, error } = useMove(leaveDemo);
  const left = wasLeft(pageFact("world"), world);
  useEffect(() => {
    if (left && !isMoving()) window.location.reload();
  }, [left]);
  const crossing = { go: () => mutate(), busy: isPending, ...(error ? { failure: error.message } : {}) };
  return <WorldBanner world={world} crossing={crossing} />;
}
