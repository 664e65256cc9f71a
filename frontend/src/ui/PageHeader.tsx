import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Link, useLocation } from "react-router";
import { Icon } from "./Icon";
import css from "./pageHeader.module.css";

/** `/whale-watch/my-pod` is Whale watch, My pod. */
const words = (segment: string): string => {
  const text = segment.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Where the page stands, from the parts of its address; the last is the page itself, under its own title. */
function Breadcrumb({ title }: { title: string }) {
  const segments = useLocation().pathname.split("/").filter(Boolean);
  return (
    <nav aria-label="Breadcrumb" className={css.crumbs}>
      <ol>
        <li>
          <Link to="/home">Home</Link>
        </li>
        {segments.map((segment, i) => {
          const path = `/${segments.slice(0, i + 1).join("/")}`;
          const isLast = i === segments.length - 1;
          return (
            <li key={path}>
              <Icon name="right" size={12} />
              {isLast ? <span aria-current="page">{title}</span> : <Link to={path}>{words(segment)}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A sentence that shows while its sign is pointed at or focused. */
function Hint({ children }: { children: string }) {
  const id = useId();
  const leave = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.key === "Escape") event.currentTarget.blur();
  };
  return (
    <span className={css.hint}>
      <button type="button" aria-label="About this page" aria-describedby={id} onKeyDown={leave}>
        <Icon name="info" size={16} />
      </button>
      <span role="tooltip" id={id}>
        {children}
      </span>
    </span>
  );
}

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  /** What helps to read the page, on demand. */
  hint?: string;
  /** The page's total with its coverage. */
  total?: ReactNode;
  /** What can be done with the whole page. */
  actions?: ReactNode;
}

/** The head of a page: where one is, what it shows, what it comes to. */
export const PageHeader = ({ title, subtitle, hint, total, actions }: PageHeaderProps) => (
  <header className={css.head}>
    <div className={css.titles}>
      <Breadcrumb title={title} />
      <div className={css.title}>
        <h1>{title}</h1>
        {hint ? <Hint>{hint}</Hint> : null}
      </div>
      {subtitle ? <p className={css.subtitle}>{subtitle}</p> : null}
    </div>
    {total ? <div className={css.total}>{total}</div> : null}
    {actions ? <div className={css.actions}>{actions}</div> : null}
  </header>
);
