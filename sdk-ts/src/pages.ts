import type { CallOptions } from "./call.js";
import { pause } from "./pause.js";

/** The most rows that the server returns in one page. */
const LARGEST_PAGE = 200;
/** The delay before a list that changed is read again; it doubles. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** The request of a paginated call. */
interface PageRequest {
  start?: number | null;
  limit?: number | null;
}

/** The field that identifies a row, by the field of the page that has the rows. */
const IDS = { disclosures: "id", results: "entry", user_wallets: "id" } as const;
type RowsField = keyof typeof IDS;
type Rows<Field extends RowsField> = { [F in Field]: { [Id in (typeof IDS)[F]]: string }[] };

/** The answer of a paginated call: rows, the index of the first one, and the total count. */
type Page = {
  start: number;
  limit: number;
  total_count: number;
  /** Changes whenever a row is added, changed or removed. */
  revision?: string;
} & (Rows<"disclosures"> | Rows<"results"> | Rows<"user_wallets">);

interface RowList {
  field: string;
  rows: { row: unknown; id: string }[];
}

/** The rows of a page with their ids. */
function rowsOf(page: object): RowList {
  const found = Object.entries(IDS).find(([field]) => field in page);
  if (!found) throw new TypeError("This is not the answer of a paginated call.");
  const [field, id] = found;
  const rows = (page as Record<string, Record<string, string>[]>)[field] ?? [];
  return { field, rows: rows.map((row) => ({ row, id: row[id] ?? "" })) };
}

/** What changes if the list changes: its revision if it has one, and the number of its rows. */
const stateOf = (page: Page): string => `${page.total_count} ${page.revision ?? ""}`;

/** Reads a list once, from its first page to its last. */
class ListPass<Q extends PageRequest, P extends Page> {
  /** Whether every page belongs to the same state of the list. */
  isWhole = true;
  #state: string | undefined;
  #last: string | undefined;

  constructor(readonly list: (request: Q) => Promise<P>) {}

  /**
   * Yields the pages. Each but the first begins with the last row of the page before, which is in its place unless the list changed
   * before it.
   */
  async *pages(request: Q): AsyncGenerator<P> {
    let page = await this.list({ ...request, start: request.start ?? 0 });
    const limit = Math.min(page.limit + 1, Math.max(page.limit, LARGEST_PAGE));
    for (;;) {
      this.#compare(page);
      yield page;
      const end = page.start + page.limit;
      if (page.limit < 1 || end >= page.total_count) return;
      page = await this.list({ ...request, start: end - 1, limit });
    }
  }

  #compare(page: P): void {
    const { rows } = rowsOf(page);
    const state = stateOf(page);
    this.isWhole &&= (this.#state ?? state) === state && (this.#last ?? rows[0]?.id) === rows[0]?.id;
    this.#state = state;
    this.#last = rows.at(-1)?.id;
  }
}

/**
 * Yields the pages of a paginated call, fetching each one when it is needed:
 * `for await (const { disclosures } of pages(getDisclosures, { limit: 100 }))`.
 *
 * Each row is yielded once, also if the list changes meanwhile: a list that did is read again until it was read without a change,
 * and only pages with further rows are yielded. So the rows are all that the list has at the end, and in its order only if it did
 * not change. `options.signal` ends the reading of a list that keeps changing.
 */
export async function* pages<Q extends PageRequest, P extends Page>(
  list: (request: Q, options?: CallOptions) => Promise<P>,
  request: Q,
  options?: CallOptions,
): AsyncGenerator<P> {
  const seen = new Set<string>();
  for (let wait = FIRST_WAIT_MS, isFirst = true; ; wait = Math.min(LONGEST_WAIT_MS, wait * 2)) {
    const pass = new ListPass<Q, P>((next) => list(next, options));
    for await (const page of pass.pages(request)) {
      const { field, rows } = rowsOf(page);
      const added = rows.filter(({ id }) => !seen.has(id));
      for (const { id } of added) seen.add(id);
      if (isFirst || added.length > 0) yield { ...page, [field]: added.map(({ row }) => row) };
      isFirst = false;
    }
    if (pass.isWhole) return;
    await pause(wait, options?.signal);
    options?.signal?.throwIfAborted();
  }
}
