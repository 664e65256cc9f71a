/** Short phrases for reasons, by reason code. */
const words: Readonly<Record<string, string>> = {
  unavailable: "no answer",
  source_failed: "no answer",
  rate_limited: "rate limited",
  refused: "refused",
  key_required: "needs a key",
  malformed: "unreadable answer",
  unreadable: "unreadable answer",
  node_behind: "node is behind",
  node_ahead: "clock differs",
  node_syncing: "node is syncing",
  node_without_state: "node has no data",
  unsupported: "not supported",
  not_requested_yet: "not requested yet",
  not_read_yet: "not loaded yet",
};

/** The short phrase for a reason; the whole sentence if there is none. */
export const shortReason = (code: string, sentence: string): string => words[code] ?? sentence;
