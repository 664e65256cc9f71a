/** The gap limits to choose from; the first is what most wallets use. */
const LIMITS = [20, 30, 50, 100, 200];

/** The options for how many unused addresses end the search for the addresses of an extended key. */
export function GapLimitOptions({ own }: { own: number }) {
  const limits = [...new Set([...LIMITS, own])].sort((a, b) => a - b);
  return limits.map((limit) => (
    <option key={limit} value={limit}>
      {limit === LIMITS[0] ? `${limit} unused addresses (standard)` : `${limit} unused addresses`}
    </option>
  ));
}
