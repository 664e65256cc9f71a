import type { ReactNode } from "react";
import css from "./truncatedText.module.css";

interface TruncatedTextProps {
  /** One line; cut off where space ends. */
  line: string;
  tone?: "bad";
  children: ReactNode;
}

/** One line that opens into the whole sentence. */
export const TruncatedText = ({ line, tone, children }: TruncatedTextProps) => (
  <details className={css.truncated} data-tone={tone}>
    <summary title={line}>{line}</summary>
    <p>{children}</p>
  </details>
);
