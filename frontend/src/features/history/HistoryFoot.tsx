import { count } from "../../format/text";
import { useDollar } from "../../queries/displayRate";
import { PageSize, Pagination } from "../../ui/Pagination";
import { FIRST_SIZE, type HistoryView } from "./conditions";
import css from "./history.module.css";
import type { HistoryPage } from "./types";
import { entriesWords } from "./words";

interface HistoryFootProps {
  page: HistoryPage;
  pages: number;
  view: HistoryView;
  onView: (change: Partial<HistoryView>) => void;
  onPage: (page: number) => void;
}

/** Which entries are shown, what is hidden, and the pagination. */
export function HistoryFoot({ page, pages, view, onView, onPage }: HistoryFootProps) {
  const dollar = useDollar();
  const { start, results, total_count, dust_hidden } = page;
  const hidden = view.hideDust && dust_hidden > 0 ? `${count(dust_hidden)} under ${dollar} hidden` : "";
  const shown =
    results.length > 0 ? `${count(start + 1)}–${count(start + results.length)} of ${entriesWords(total_count)}` : "";
  return (
    <footer className={css.foot}>
      <p role="status">{[shown, hidden].filter(Boolean).join(" · ")}</p>
      {total_count > FIRST_SIZE ? (
        <>
          <PageSize size={view.size} onSize={(size) => onView({ size })} />
          <Pagination page={view.page} pages={pages} onPage={onPage} />
        </>
      ) : null}
    </footer>
  );
}
