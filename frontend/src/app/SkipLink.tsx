import css from "./skipLink.module.css";

/** The first link of a page, visible while focused. It leads past the navigation. */
export const SkipLink = () => (
  <a className={css.skip} href="#main">
    Skip to content
  </a>
);
