import type { CSSProperties } from "react";
import { discLetters } from "../format/text";
import { themed } from "../theme/series";
import css from "./disc.module.css";

const colourOf = (colour: string) => ({ "--k": themed(colour) }) as CSSProperties;

interface DiscProps {
  /** Symbol or name; its first letter is shown. */
  name: string;
  colour: string;
  size?: 18 | 20 | 24 | 28 | 40;
}

/** A letter in a ring of the thing's colour: no picture ever comes from another host. */
export function Disc({ name, colour, size = 28 }: DiscProps) {
  return (
    <span className={`${css.disc} ${css[`s${size}`] ?? ""}`} style={colourOf(colour)} aria-hidden="true">
      {discLetters(name)}
    </span>
  );
}

/** Up to three discs, one over the other. */
export function Discs({ of, size = 24 }: { of: readonly { name: string; colour: string }[]; size?: 20 | 24 }) {
  return (
    <span className={css.row}>
      {of.slice(0, 3).map(({ name, colour }) => (
        <Disc key={name} name={name} colour={colour} size={size} />
      ))}
    </span>
  );
}

/** The small square of a legend. */
export const Dot = ({ colour }: { colour: string }) => (
  <i className={css.dot} style={colourOf(colour)} aria-hidden="true" />
);
