const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  PageDown: (at, last) => Math.min(last, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
};

/** The index that a key moves to in a list of `count`; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  const step = STEPS[key];
  return step && count > 0 ? step(at, count - 1) : null;
}
