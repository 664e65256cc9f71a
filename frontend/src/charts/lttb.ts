/** The mean of the points of a bucket, as the third corner of a triangle. */
function meanOf(values: Float64Array, from: number, to: number): [x: number, y: number] {
  let [x, y] = [0, 0];
  for (let i = from; i < to; i += 1) {
    x += i;
    y += values[i] ?? 0;
  }
  const count = Math.max(1, to - from);
  return [x / count, y / count];
}

/**
 * Chooses at most `keep` of the points from `from` to `to`, both ends included, so that the line through them looks like the line
 * through all: largest triangle three buckets.
 */
export function lttb(values: Float64Array, from: number, to: number, keep: number): number[] {
  const count = to - from + 1;
  if (count <= keep || keep < 3) return Array.from({ length: count }, (_, i) => from + i);
  const size = (count - 2) / (keep - 2);
  const start = (bucket: number) => Math.min(to, from + 1 + Math.floor(bucket * size));
  const kept = [from];
  let last = from;
  for (let bucket = 0; bucket < keep - 2; bucket += 1) {
    const next = start(bucket + 1);
    const [x, y] = next >= to ? [to, values[to] ?? 0] : meanOf(values, next, start(bucket + 2));
    const heightOf = (i: number) => values[i] ?? 0;
    const areaOf = (i: number) =>
      Math.abs((last - x) * (heightOf(i) - heightOf(last)) - (last - i) * (y - heightOf(last)));
    let best = start(bucket);
    for (let i = best + 1; i < next; i += 1) if (areaOf(i) > areaOf(best)) best = i;
    kept.push(best);
    last = best;
  }
  return [...kept, to];
}
