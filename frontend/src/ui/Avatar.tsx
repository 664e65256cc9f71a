import type { CSSProperties } from "react";
import { avatarLetters } from "../format/text";
import { themed } from "../theme/series";
import css from "./avatar.module.css";

const colourOf = (colour: string) => ({ "--k": themed(colour) }) as CSSProperties;

interface AvatarProps {
  /** The symbol or name; its first letters are shown if there is no image. */
  name: string;
  colour: string;
  size?: 18 | 20 | 24 | 28 | 40;
  /** The path of its image on this server. */
  mark?: string | null;
  /** The path of the image of its network, shown small at the lower right. */
  network?: string | null;
  /** Whether it is a place, such as an exchange or a protocol: a rounded square. */
  isPlace?: boolean;
}

/** The image of an asset, network or wallet, or its letters in its color. No image is loaded from another host. */
export function Avatar({ name, colour, size = 28, mark, network, isPlace }: AvatarProps) {
  return (
    <span
      className={`${css.avatar} ${css[`s${size}`] ?? ""}`}
      style={colourOf(colour)}
      data-mark={mark ? "" : undefined}
      data-place={isPlace || undefined}
      aria-hidden="true"
    >
      {mark ? <img src={mark} alt="" /> : avatarLetters(name)}
      {network ? <img className={css.network} src={network} alt="" /> : null}
    </span>
  );
}

/** Up to three overlapping avatars. */
export function AvatarStack({ of, size = 24 }: { of: readonly AvatarProps[]; size?: 20 | 24 }) {
  return (
    <span className={css.row}>
      {of.slice(0, 3).map((one) => (
        <Avatar key={one.name} {...one} size={size} />
      ))}
    </span>
  );
}

/** The color key of a legend. */
export const Dot = ({ colour }: { colour: string }) => (
  <i className={css.dot} style={colourOf(colour)} aria-hidden="true" />
);
