import type { SyncSource, SyncStatus } from "./types";

/** Splits the id of a status into its revision and its layout, the set of wallets it covers. */
function partsOf(id: string): { revision: number; layout: string } {
  const [revision = "", layout = ""] = id.split("-");
  return { revision: Number(revision), layout };
}

function mergeSources(old: SyncSource[], changed: SyncSource[], gone: string[]): SyncSource[] {
  const fresh = new Map(changed.map((source) => [source.id, source]));
  const removed = new Set(gone);
  const kept = old.flatMap((source) => {
    const next = fresh.get(source.id) ?? source;
    fresh.delete(source.id);
    return removed.has(source.id) ? [] : [next];
  });
  return [...kept, ...fresh.values()];
}

/**
 * The status after an answer: the answer itself if it is complete, otherwise the known status with its changes. Null if
 * changes between the two were missed and must be fetched.
 */
export function merge(old: SyncStatus | undefined, next: SyncStatus): SyncStatus | null {
  if (next.since === null) return next;
  if (!old) return null;
  const [known, from, to] = [partsOf(old.last_event_id), partsOf(next.since), partsOf(next.last_event_id)];
  if (to.revision < known.revision) return old;
  const isAbout = known.layout === from.layout || known.layout === to.layout;
  if (from.revision > known.revision || !isAbout) return null;
  return { ...next, since: null, sources: mergeSources(old.sources, next.sources, next.gone), gone: [] };
}
