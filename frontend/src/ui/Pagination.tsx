import { type FormEvent, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./Button";
import css from "./pagination.module.css";
import { nearestPage, PAGE_SIZES } from "./paging";

interface PaginationProps {
  /** From 0. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** A page is a number: whatever else is typed or pasted is dropped. */
const digitsOnly = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
  if (/[^\d-]/.test(field.value)) field.value = field.value.replace(/[^\d-]/g, "");
};

/** `n of N` with a number that can be typed. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The same field for every page: it keeps the focus.
  useLayoutEffect(() => {
    if (input.current) input.current.value = String(page + 1);
  }, [page]);
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!input.current) return;
    const nearest = nearestPage(Number(input.current.value) - 1, pages);
    // Where the nearest page is the one that is shown, nothing is drawn anew.
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

/** How many rows a page has. */
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
