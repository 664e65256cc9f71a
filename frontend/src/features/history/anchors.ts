import { useRef } from "react";
import { type HistoryView, sortsOf } from "./conditions";
import type { HistoryPage } from "./types";

/** The last entry of each page that was shown. A page asks for what follows it, so that entries that arrive meanwhile are neither
 * repeated nor skipped. */
export class Anchors {
  #view = "";
  readonly #last = new Map<number, string>();

  /** Forgets the pages of another view. */
  enter(view: string): void {
    if (view !== this.#view) this.#last.clear();
    this.#view = view;
  }

  /** The entry before a page; null where the page before it was not shown. */
  before(page: number): string | null {
    return this.#last.get(page - 1) ?? null;
  }

  /** Notes the last entry of a page. A first page that is loaded again begins anew. */
  set(page: number, { results }: Pick<HistoryPage, "results">): void {
    const last = results.at(-1)?.entry;
    if (last === undefined || this.#last.get(page) === last) return;
    for (const other of [...this.#last.keys()].filter((one) => one > page)) this.#last.delete(other);
    this.#last.set(page, last);
  }
}

/** The anchors of a view, whatever its page. */
export function useAnchors(view: HistoryView, currency: string): Anchors {
  const anchors = useRef(new Anchors());
  const { page: _, ...rest } = view;
  anchors.current.enter(JSON.stringify([rest, sortsOf(view), currency]));
  return anchors.current;
}
