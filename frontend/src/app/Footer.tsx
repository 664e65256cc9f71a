import type { ReactNode } from "react";
import css from "./shell.module.css";

/** Year, disclaimer, the way to the interface's description, and on phones the way out. */
export const Footer = ({ leave }: { leave?: ReactNode }) => (
  <footer className={css.foot}>
    <span>© {new Date().getFullYear()} Spyhop</span>
    <span>Figures are information, not advice.</span>
    <nav aria-label="About">
      <a href="/docs">API documentation</a>
    </nav>
    {leave ? <div className={css.leave}>{leave}</div> : null}
  </footer>
);
