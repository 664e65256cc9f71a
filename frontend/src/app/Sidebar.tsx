import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { Icon } from "../ui/Icon";
import { Logo } from "../ui/Logo";
import { groups, navigationPages } from "./navigation";
import css from "./sidebar.module.css";

interface SidebarProps {
  /** The numbers beside the page names, by path. */
  counts: Readonly<Record<string, number | undefined>>;
  foot: ReactNode;
}

/** The navigation on wide screens. */
export const Sidebar = ({ counts, foot }: SidebarProps) => (
  <nav className={css.side} aria-label="Main">
    <Link to="/home" className={css.brand} aria-label="Spyhop, home">
      <Logo />
      Spyhop
    </Link>
    {groups.map((group) => (
      <div key={group.title} className={css.group}>
        {group.title ? <h2>{group.title}</h2> : null}
        <ul>
          {group.pages.map(({ to, icon, label }) => (
            <li key={to}>
              <NavLink to={to}>
                <Icon name={icon} />
                <span>{label}</span>
                {counts[to] === undefined ? null : <em>{counts[to]}</em>}
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

/** The tab bar has room for five; phones reach the request log from the footer. */
const tabs = navigationPages.filter(({ to }) => to !== "/privacy");

interface TabBarProps {
  /** The number of issues on Data health. */
  attention: number | undefined;
  /** Opens the palette. */
  onFind: () => void;
}

/** The navigation at the bottom of phones. A dot marks the page with issues. */
export const TabBar = ({ attention, onFind }: TabBarProps) => (
  <nav className={css.tabs} aria-label="Sections">
    {tabs.map(({ to, icon, label, short = label }) => (
      <NavLink key={to} to={to}>
        <Icon name={icon} size={22} />
        <span>
          {short}
          {to === "/health" && attention ? <span className="vh">, {attention} to check</span> : null}
        </span>
        {to === "/health" && attention ? <i aria-hidden="true" /> : null}
      </NavLink>
    ))}
    <button type="button" aria-haspopup="dialog" onClick={onFind}>
      <Icon name="search" size={22} />
      <span>Find</span>
    </button>
  </nav>
);
