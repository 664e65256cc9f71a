/** The page sizes to choose from. */
export const PAGE_SIZES = [10, 50, 200] as const;

/** The page nearest to the requested one: 0 and below is the first, above the count the last. */
export const nearestPage = (page: number, pages: number): number =>
  Number.isFinite(page) ? Math.min(Math.max(0, Math.trunc(page)), Math.max(0, pages - 1)) : 0;
