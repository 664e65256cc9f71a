import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./footer.module.css";
import { pageFact } from "./pageFacts";

/** The links that the configuration can set, with their labels. */
const links = [
  ["blog", "Blog"],
  ["chat", "Chat"],
  ["microblog", "Microblog"],
] as const;

interface FooterProps {
  /** The actions of the sidebar, for screens without one. */
  actions?: ReactNode;
}

/** The year, the disclaimer, the links of this installation and the API description; on phones also the sidebar's actions. */
export const Footer = ({ actions }: FooterProps) => (
  <footer className={css.foot}>
    <span>© {new Date().getFullYear()} Spyhop</span>
    <span className={css.disclaimer}>
      For information only, not financial advice. You bear the risk of any decision you make.
    </span>
    <nav aria-label="About">
      {links.map(([name, label]) => {
        const url = pageFact(name);
        return url ? (
          <a key={name} href={url} target="_blank" rel="noreferrer noopener">
            {label}
          </a>
        ) : null;
      })}
      <Link to="/privacy">Privacy</Link>
      <a href="/docs">API documentation</a>
    </nav>
    {actions ? <div className={css.actions}>{actions}</div> : null}
  </footer>
);
