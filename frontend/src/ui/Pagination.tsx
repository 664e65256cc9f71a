import { type FormEvent, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button";
import css from "./pagination.module.css";
import { nearestPage, PAGE_SIZES } from "./paging";

interface PaginationProps {
  /** Zero-based. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Removes everything but digits from the typed page number. */
const digitsOnly = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
  if (/[^\d-]/.test(field.value)) field.value = field.value.replace(/[^\d-]/g, "");
};

/** Pagination: `n of N`, with an editable page number. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The field is uncontrolled and updated here, so that it keeps the focus.
  useLayoutEffect(() => {
    if (input.current) input.current.value = String(page + 1);
  }, [page]);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!input.current) return;
    const nearest = nearestPage(Number(input.current.value) - 1, pages);
    // If the nearest page is the current one there is no render, so the field is corrected here.
    input.current.value = String(nearest + 1);
    onPage(nearest);
  };
  return (
    <form className={css.pages} onSubmit={go} aria-label="Pages">
      <IconButton icon="left" label="Previous page" size={14} disabled={page === 0} onClick={() => onPage(page - 1)} />
      <label className="vh" htmlFor={id}>
        Page
      </label>
      <input ref={input} id={id} defaultValue={page + 1} inputMode="numeric" autoComplete="off" onInput={digitsOnly} />
      <span>of {pages}</span>
      <IconButton
        icon="right"
        label="Next page"
        size={14}
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      />
    </form>
  );
}

interface PageSizeProps {
  size: number;
  onSize: (size: number) => void;
}

/** The select of the page size. */
export const PageSize = ({ size, onSize }: PageSizeProps) => (
  <select
    className={css.size}
    aria-label="Rows on a page"
    value={size}
    onChange={(event) => onSize(Number(event.target.value))}
  >
    {PAGE_SIZES.map((rows) => (
      <option key={rows} value={rows}>
        {rows} rows
      </option>
    ))}
  </select>
);
