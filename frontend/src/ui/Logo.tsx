/** The outline of a whale's head above the water. */
export const HEAD = "M9.5 22.5C9.5 11.5 12.3 4 17 4c4.6 0 6.5 7.2 6.500 18.500Z";
export const FLANK = "M17.600 22.500c.3-6.200 1.500-10.600 5-12.800.6 3.500.9 7.900.9 12.800Z";
const WATER =
  "M2.500 23.500c2.250 0 2.250 1.900 4.500 1.900s2.250-1.900 4.500-1.900 2.250 1.900 4.500 1.900 2.250-1.900 4.500-1.900 2.250 1.900 4.500 1.900 2.250-1.900 4.500-1.900";

/** The product logo: a whale's head above the water, with one open eye. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d={HEAD} fill="var(--ink)" />
      <path d={FLANK} fill="var(--c2)" />
      <circle cx="15.6" cy="12.6" r="1.35" fill="var(--surface)" />
      <path d={WATER} fill="none" stroke="var(--accent)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
