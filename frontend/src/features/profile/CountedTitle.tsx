import { count } from "../../format/text";
import css from "./rows.module.css";

/** The title of a card with the number of its rows. */
export const CountedTitle = ({ title, count: rows }: { title: string; count: number }) => (
  <>
    {title} <span className={css.count}>{count(rows)}</span>
  </>
);
