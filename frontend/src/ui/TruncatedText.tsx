import type { ReactNode } from "react";
import css from "./truncatedText.module.css";

interface TruncatedTextProps {
  /** The summary line, truncated where space ends. */
  line: string;
  tone?: "bad";
  children: ReactNode;
}

/** A truncated line that expands to the full text. */
export const TruncatedText = ({ line, tone, children }: TruncatedTextProps) => (
  <details className={css.truncated} data-tone={tone}>
    <summary title={line}>{line}</summary>
    <p>{children}</p>
  </details>
);
