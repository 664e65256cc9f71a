import type { ReactNode } from "react";
import { IconButton } from "./Button";
import { Dialog } from "./Dialog";
import css from "./sidePanel.module.css";
import { Tag } from "./Tag";
import { useMedia } from "./useMedia";

interface SidePanelProps {
  title: string;
  /** A word about it. */
  note: string;
  /** Rendered before the title. */
  lead?: ReactNode;
  /** The width of the window from which it has room beside the content, in pixels. */
  besideFrom: number;
  onClose: () => void;
  children: ReactNode;
}

/** Details beside the content, in a narrower window in a drawer, and on phones in a sheet. */
export function SidePanel({ title, note, lead, besideFrom, onClose, children }: SidePanelProps) {
  const isBeside = useMedia(`(min-width: ${besideFrom}px)`);
  const isPhone = useMedia("(max-width: 640px)");
  if (!isBeside)
    return (
      <Dialog title={title} subtitle={note} lead={lead} shape={isPhone ? "sheet" : "drawer"} onClose={onClose}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className={css.body} tabIndex={0} aria-label="Details">
          {children}
        </section>
      </Dialog>
    );
  return (
    <aside className={css.panel} aria-label={`Details of ${title}`}>
      <header className={css.head}>
        {lead}
        <h2>{title}</h2>
        <Tag tone="plain">{note}</Tag>
        <IconButton icon="close" label="Close" size={16} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
