import type { ReactNode } from "react";
import { Link } from "react-router";
import { FLANK, HEAD, Logo } from "./Logo";
import css from "./waterPage.module.css";

const WAVE = 60;
/** Wide enough for the widest screens. */
const wave = `M-60 12${"q15 -8 30 0t30 0".repeat(Math.ceil(4000 / WAVE))}`;

/** The line between air and water over the full width, with the whale's head above it. */
const WaterLine = () => (
  <div className={css.line}>
    <div className={css.scene}>
      <svg className={css.whale} viewBox="9.5 4 14 18.5" aria-hidden="true">
        <clipPath id="whale-body">
          <path d={HEAD} />
        </clipPath>
        <path d={HEAD} fill="var(--ink)" />
        <path d={FLANK} fill="var(--c2)" clipPath="url(#whale-body)" />
        <circle cx="15.6" cy="12.6" r="1.35" fill="var(--surface)" />
      </svg>
    </div>
    <svg className={css.fill} aria-hidden="true">
      <path d={`${wave}V40H-60Z`} />
    </svg>
    <svg className={css.edge} aria-hidden="true">
      <path d={wave} />
    </svg>
  </div>
);

interface WaterPageProps {
  /** Where the brand leads. */
  start: string;
  /** Rendered at the right of the brand. */
  corner: ReactNode;
  /** Rendered below the water line. */
  below: ReactNode;
  foot: ReactNode;
  /** Places the whale: `--whale-x` is the distance of its center from the left, `--whale` its width. */
  className?: string | undefined;
  children: ReactNode;
}

/** The layout of pages for people without a session: a header, and a water line between the first part and the rest. */
export const WaterPage = ({ start, corner, below, foot, className, children }: WaterPageProps) => (
  <div className={`${css.page} ${className ?? ""}`}>
    <header className={css.top}>
      <Link to={start} className={css.brand}>
        <Logo size={28} />
        Spyhop
      </Link>
      <div className={css.corner}>{corner}</div>
    </header>
    <main id="main" tabIndex={-1} className={css.main}>
      <div className={css.above}>{children}</div>
      <WaterLine />
      <div className={css.below}>{below}</div>
    </main>
    <div className={css.foot}>{foot}</div>
  </div>
);
