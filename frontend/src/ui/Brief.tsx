import type { ReactNode } from "react";
import css from "./brief.module.css";

interface BriefProps {
  /** One line; cut off where space ends. */
  line: string;
  tone?: "bad";
  children: ReactNode;
}

/** One line that opens into the whole sentence. */
export const Brief = ({ line, tone, children }: BriefProps) => (
  <details className={css.brief} data-tone={tone}>
    <summary title={line}>{line}</summary>
    <p>{children}</p>
  </details>
);
