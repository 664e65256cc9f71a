import type { ReactNode } from "react";
import css from "./panelSection.module.css";

interface PanelSectionProps {
  title: string;
  note?: string | undefined;
  side?: ReactNode;
  children: ReactNode;
}

/** A section of a panel, with a title. */
export const PanelSection = ({ title, note, side, children }: PanelSectionProps) => (
  <section>
    <div className={css.head}>
      <h3>
        {title} {note ? <small>{note}</small> : null}
      </h3>
      {side === undefined ? null : <b>{side}</b>}
    </div>
    {children}
  </section>
);
