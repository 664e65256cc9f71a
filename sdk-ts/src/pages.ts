import type { CallOptions } from "./call.js";

/** The request of a paginated call. */
interface PageRequest {
  start?: number | null;
}

/** The answer of a paginated call: rows, the index of the first one, and the total count. */
interface Page {
  start: number;
  limit: number;
  total_count: number;
}

/**
 * Yields the pages of a paginated call, fetching each one when it is needed:
 * `for await (const { disclosures } of pages(getDisclosures, { limit: 100 }))`.
 */
export async function* pages<Q extends PageRequest, P extends Page>(
  list: (request: Q, options?: CallOptions) => Promise<P>,
  request: Q,
  options?: CallOptions,
): AsyncGenerator<P> {
  for (let start = request.start ?? 0; ; ) {
    const page = await list({ ...request, start }, options);
    yield page;
    start = page.start + page.limit;
    if (page.limit < 1 || start >= page.total_count) return;
  }
}
