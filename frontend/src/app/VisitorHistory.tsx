import { useEffect, useMemo } from "react";
import { History } from "../features/history/History";
import { VisitorContext } from "../features/history/visitor";
import { setZone } from "../format/zone";

interface VisitorHistoryProps {
  /** The token of the share session. */
  visitorToken: string;
  /** Called when the share session has expired and must be renewed. */
  onOver: () => void;
}

/** The view-only Transaction history of a shared portfolio. */
export function VisitorHistory({ visitorToken, onOver }: VisitorHistoryProps) {
  const visitor = useMemo(() => ({ token: visitorToken, onOver }), [visitorToken, onOver]);
  // The zone of the owner is private.
  useEffect(() => setZone("UTC"), []);
  return (
    <VisitorContext value={visitor}>
      <History actions={null} onAdd={null} />
    </VisitorContext>
  );
}
