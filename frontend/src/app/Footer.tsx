import { type ReactNode, Suspense } from "react";
import { Link, useLocation } from "react-router";
import { lazyPart } from "../ui/lazyPart";
import { useMedia } from "../ui/useMedia";
import css from "./footer.module.css";
import { pageFact } from "./pageFacts";

/** The links that the configuration can set, with their labels. */
const links = [
  ["blog", "Blog"],
  ["chat", "Chat"],
  ["microblog", "Microblog"],
] as const;

const MobileNoticeContainer = lazyPart(() => import("./MobileNoticeContainer"), "MobileNoticeContainer");

/** The widest screen of a phone. */
const PHONE = "(max-width: 480px)";

/** Whether the line for phones is shown: on every page but Home, and nowhere if plans are off. */
function useHasMobileNotice(): boolean {
  const { pathname } = useLocation();
  const isPhone = useMedia(PHONE);
  return isPhone && !pathname.startsWith("/home") && pageFact("plans") === "on";
}

interface FooterProps {
  /** The actions of the sidebar, for screens without one. */
  actions?: ReactNode;
}

/** The year, the disclaimer, the links of this installation and the API description; on phones also the sidebar's actions. */
export const Footer = ({ actions }: FooterProps) => {
  const hasMobileNotice = useHasMobileNotice();
  return (
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
      {hasMobileNotice ? (
        <Suspense>
          <MobileNoticeContainer />
        </Suspense>
      ) : null}
    </footer>
  );
};
