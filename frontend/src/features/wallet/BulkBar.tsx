import { count } from "../../format/text";
import { Button, IconButton } from "../../ui/Button";
import { useCloseOnEscape } from "../../ui/useCloseOnEscape";
import css from "./bulkBar.module.css";

interface BulkBarProps {
  /** How many wallets are chosen. */
  chosen: number;
  onMove: () => void;
  onExport: () => void;
  onDelete: () => void;
  onClear: () => void;
}

/** The actions for the chosen wallets. Escape clears the choice. */
export function BulkBar({ chosen, onMove, onExport, onDelete, onClear }: BulkBarProps) {
  const isOpen = chosen > 0;
  useCloseOnEscape(isOpen, onClear);
  return (
    <div className={css.place}>
      <div className={css.bar} data-open={isOpen || undefined} data-lip={isOpen ? "" : undefined}>
        <p aria-live="polite">{isOpen ? `${count(chosen)} chosen` : ""}</p>
        {isOpen ? (
          <>
            <Button small icon="tag" aria-label="Move to group" onClick={onMove}>
              <span>
                Move<span className={css.long}> to group</span>
              </span>
            </Button>
            <Button small icon="download" onClick={onExport}>
              Export
            </Button>
            <Button small icon="trash" onClick={onDelete}>
              Delete
            </Button>
            <IconButton icon="close" size={16} label="Clear the choice" className={css.clear} onClick={onClear} />
          </>
        ) : null}
      </div>
    </div>
  );
}
