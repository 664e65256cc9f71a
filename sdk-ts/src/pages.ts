import type { CallOptions } from "./call.js";

/** The request of a call that lists something. */
interface PageRequest {
  start?: number | null;
}

/** What it answers: some rows, from which one on, and how many there are. */
interface Page {
  start: number;
  limit: number;
  total_count: number;
}

/**
 * Every page of a listing, one after the other, as long as somebody reads on:
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
