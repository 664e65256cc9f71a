import type { ReactNode } from "react";
import { Link } from "react-router";
import { Logo } from "../ui/Logo";
import { Footer } from "./Footer";
import { SkipLink } from "./SkipLink";
import { ThemeButton } from "./ThemeButton";
import css from "./visitor.module.css";

interface PlainLayoutProps {
  /** Rendered at the right of the header, before the theme button. */
  actions?: ReactNode;
  /** Uses the width of the pages with figures. */
  wide?: boolean;
  children: ReactNode;
}

/** The layout without a sidebar, for visitors and for users without a session. */
export const PlainLayout = ({ actions, wide, children }: PlainLayoutProps) => (
  <div className={css.page} data-wide={wide}>
    <SkipLink />
    <header className={css.top}>
      <Link to="/" className={css.brand} aria-label="Spyhop, start">
        <Logo size={26} />
        Spyhop
      </Link>
      <div className={css.actions}>
        {actions}
        <ThemeButton />
      </div>
    </header>
    <main id="main" tabIndex={-1} className={css.main}>
      {children}
    </main>
    <Footer />
  </div>
);
