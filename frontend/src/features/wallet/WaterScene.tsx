import { FLANK, HEAD } from "../../ui/Logo";
import css from "./welcome.module.css";

const WAVE = 60;
/** Wide enough for the widest screens. */
const wave = `M-60 12${"q15 -8 30 0t30 0".repeat(Math.ceil(4000 / WAVE))}`;

/** The whale's head above the water, over the full width. */
export const WaterScene = () => (
  <>
    <svg className={css.whale} viewBox="8 3 17 20" aria-hidden="true">
      <clipPath id="whale-body">
        <path d={HEAD} />
      </clipPath>
      <path d={HEAD} fill="var(--ink)" />
      <path d={FLANK} fill="var(--c2)" clipPath="url(#whale-body)" />
      <circle cx="15.6" cy="12.6" r="1.35" fill="var(--surface)" />
    </svg>
    <svg className={css.water} aria-hidden="true">
      <path className={css.fill} d={`${wave}V40H-60Z`} />
      <path className={css.edge} d={wave} />
    </svg>
  </>
);
