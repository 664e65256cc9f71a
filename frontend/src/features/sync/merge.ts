import type { SyncSource, SyncStatus } from "./types";

/** How far a state is, and which wallets it is about: the two parts of its id. */
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
 * The state after an answer: the answer itself when it is everything, or what is known with its changes. Null when
 * something between the two was missed: then ask for everything that changed.
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
