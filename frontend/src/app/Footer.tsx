import css from "./shell.module.css";

/** Year, disclaimer, and the way to the interface's description. */
export const Footer = () => (
  <footer className={css.foot}>
    <span>© {new Date().getFullYear()} Spyhop</span>
    <span>Figures are information, not advice.</span>
    <nav aria-label="About">
      <a href="/docs">API documentation</a>
    </nav>
  </footer>
);
