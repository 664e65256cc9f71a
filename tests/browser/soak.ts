/** Whether every combination of page, width and theme is tested: in a soak, and while the screenshots of all of them are taken. */
const isEvery = process.env.SPYHOP_TEST_SOAK === "1" || Boolean(process.env.SPYHOP_TEST_SCREENSHOTS);

/** Returns what only a soak tests: the given combinations, or none in the normal run. */
export const soakOnly = <const Item>(items: readonly Item[]): readonly Item[] => (isEvery ? items : []);

type Row<Subject, Variant extends readonly unknown[]> = Subject extends readonly unknown[]
  ? readonly [...Subject, ...Variant]
  : readonly [Subject, ...Variant];

/**
 * Pairs every subject with every variant in a soak. In the normal run each subject has one variant, and subjects that follow each other
 * have different ones.
 */
export function rotate<const Subject, const Variant extends readonly unknown[]>(
  subjects: readonly Subject[],
  variants: readonly Variant[],
): Row<Subject, Variant>[] {
  return subjects.flatMap((subject, at) =>
    variants
      .filter((_, variant) => isEvery || variant === at % variants.length)
      .map((variant) => [subject, variant].flat() as unknown as Row<Subject, Variant>),
  );
}
