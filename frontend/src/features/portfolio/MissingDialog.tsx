import { Dialog } from "../../ui/Dialog";
import type { Marks } from "./GapMark";
import { type GapActions, GapRow } from "./GapRow";
import type { Gap } from "./missing";
import css from "./missing.module.css";

interface MissingDialogProps {
  list: readonly Gap[];
  marks: Marks;
  /** Null in a view-only portfolio. */
  actions: GapActions | null;
  onClose: () => void;
}

/** Everything that the total lacks. */
export const MissingDialog = ({ list, marks, actions, onClose }: MissingDialogProps) => (
  <Dialog title="Not in your total" onClose={onClose}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <section className={css.body} tabIndex={0} aria-label="All that is missing">
      <ul className={css.list}>
        {list.map((gap) => (
          <GapRow key={gap.id} gap={gap} marks={marks} actions={actions} />
        ))}
      </ul>
    </section>
  </Dialog>
);
