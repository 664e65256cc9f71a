import { type ReactNode, Suspense } from "react";
import { Link, NavLink } from "react-router";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import { lazyPart } from "../ui/lazyPart";
import { GROUPS, pages } from "./pages";
import css from "./sidebar.module.css";

/** The group whose pages are behind one tab. Until the menu has loaded, the tab leads to the first of them. */
const SOURCES = "Sources";
const SourcesTab = lazyPart(() => import("./SourcesTab"), "SourcesTab");

/** The state of the location of a page that is opened without being part of the plan. */
export const LOCKED = { isLocked: true };

interface SidebarProps {
  /** The numbers beside the page names, by path. */
  counts: Readonly<Record<string, number | undefined>>;
  /** The path of the page that the plan is without. It opens with the upgrade dialog. */
  locked?: string | undefined;
  foot: ReactNode;
}

/** Whether the path of another entry begins with this one, so that only the exact path is the current page. */
const hasPagesBelow = (path: string): boolean => pages.some((page) => page.path.startsWith(`${path}/`));

/** The navigation on wide screens. */
export const Sidebar = ({ counts, locked, foot }: SidebarProps) => (
  <nav className={css.side} aria-label="Main">
    <Link to="/home" className={css.brand} aria-label="Spyhop, home">
      <Logo />
      Spyhop
    </Link>
    {GROUPS.map((title) => (
      <div key={title} className={css.group}>
        {title ? <h2>{title}</h2> : null}
        <ul>
          {pages
            .filter(({ group }) => group === title)
            .map(({ path, icon, label }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  end={hasPagesBelow(path)}
                  {...(path === locked ? { state: LOCKED, "aria-label": `${label} (locked)` } : {})}
                >
                  <Icon name={icon} />
                  <span>{label}</span>
                  {path === locked ? <Icon name="lock" size={14} /> : null}
                  {counts[path] === undefined ? null : <em>{counts[path]}</em>}
                </NavLink>
              </li>
            ))}
        </ul>
      </div>
    ))}
    <div className={css.group}>
      <a href="#feedback" aria-haspopup="dialog">
        <Icon name="mail" />
        Feedback
      </a>
    </div>
    <div className={css.sideFoot}>{foot}</div>
  </nav>
);

interface TabBarProps {
  /** The number of issues on Data health. */
  attention: number | undefined;
  /** Opens the palette. */
  onFind: () => void;
}

/** The navigation at the bottom of phones. A dot marks the tab of the page with issues. */
export const TabBar = ({ attention, onFind }: TabBarProps) => (
  <nav className={css.tabs} aria-label="Sections">
    {pages.map(({ path, icon, tab, group }) => {
      const link = tab ? (
        <NavLink key={path} to={path}>
          <Icon name={icon} size={22} />
          <span>{tab}</span>
        </NavLink>
      ) : null;
      if (!link || group !== SOURCES) return link;
      return (
        <Suspense key={path} fallback={link}>
          <SourcesTab attention={attention} />
        </Suspense>
      );
    })}
    <button type="button" aria-haspopup="dialog" onClick={onFind}>
      <Icon name="search" size={22} />
      <span>Find</span>
    </button>
  </nav>
);
