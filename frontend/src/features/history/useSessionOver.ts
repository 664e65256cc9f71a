import { useEffect } from "react";
import { isSessionOver } from "./queries";
import { useVisitor } from "./visitor";

/** Renews the share session when a call finds that it has ended. */
export function useSessionOver(problem: Error | null): void {
  const visitor = useVisitor();
  const isOver = isSessionOver(problem);
  useEffect(() => {
    if (isOver) visitor?.onOver();
  }, [isOver, visitor]);
}
