import { type KeyboardEvent, type ReactNode, useId } from "react";
import { Link, useLocation } from "react-router";
import { Icon } from "./Icon";
import css from "./pageHeader.module.css";

/** Converts a URL segment to words: `whale-watch` becomes `Whale watch`. */
const words = (segment: string): string => {
  const text = segment.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

interface BreadcrumbProps {
  title: string;
  /** The path of the page above, where the URL has more segments than there are pages. */
  parent?: string | undefined;
}

/** The breadcrumb, derived from the URL; the last entry is the page title. */
function Breadcrumb({ title, parent }: BreadcrumbProps) {
  const { pathname } = useLocation();
  const segments = (parent ? `${parent}/page` : pathname).split("/").filter(Boolean);
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

/** A tooltip that is shown while its icon is hovered or focused. */
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

interface PageHeaderProps extends BreadcrumbProps {
  subtitle?: ReactNode;
  /** The text of the tooltip beside the title. */
  hint?: string;
  /** The total of the page with its coverage. */
  total?: ReactNode;
  /** The actions of the page. Those with `data-well-known` are icons on phones. */
  actions?: ReactNode;
  /** Whether the breadcrumb is left out, because the URL is not the path of the page. */
  plain?: boolean;
}

/** The header of a page: breadcrumb, title, total and actions. */
export const PageHeader = ({ title, parent, subtitle, hint, total, actions, plain }: PageHeaderProps) => (
  <header className={css.head}>
    <div className={css.titles}>
      {plain ? null : <Breadcrumb title={title} parent={parent} />}
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
