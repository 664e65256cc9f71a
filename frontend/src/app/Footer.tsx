import type { ReactNode } from "react";
import css from "./footer.module.css";
import { pageFact } from "./pageFacts";

/** The links that the configuration can set, as people read them. */
const links = [
  ["blog", "Blog"],
  ["chat", "Chat"],
  ["microblog", "Microblog"],
] as const;

interface FooterProps {
  /** What can be done from every page: here where there is no side bar. */
  steps?: ReactNode;
}

/** Year, disclaimer, the links of this installation, the interface's description, and on phones the foot of the side bar. */
export const Footer = ({ steps }: FooterProps) => (
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
      <a href="/docs">API documentation</a>
    </nav>
    {steps ? <div className={css.steps}>{steps}</div> : null}
  </footer>
);
